import type { z } from 'zod';
import type { FreightDefinition, FreightProviderDeps, FreightProvider } from './provider.ts';
import { freightRegistry } from './registry.ts';

/** The name of a freight provider. */
export type FreightProviderName = keyof typeof freightRegistry;

/** The names of the freight providers; each has a folder. */
export const freightProviderNames = Object.keys(freightRegistry) as FreightProviderName[];

/** Whether this release has a provider of that name. */
export const isFreightProvider = (name: string): name is FreightProviderName => Object.hasOwn(freightRegistry, name);

/** The definition of a provider. */
export const freightProvider = (name: FreightProviderName): FreightDefinition => freightRegistry[name];

/** The environment settings of all providers. */
export const freightSettings: Readonly<Record<string, z.ZodType<string>>> = Object.assign(
  {},
  ...freightProviderNames.map((name) => freightProvider(name).environment),
) as Record<string, z.ZodType<string>>;

/** Every provider, by name. */
export type FreightProviders = Readonly<Record<FreightProviderName, FreightProvider>>;

/** Opens the providers of one process. */
export const openFreightProviders = (deps: FreightProviderDeps): FreightProviders =>
  Object.fromEntries(
    freightProviderNames.map((name) => [name, { ...freightProvider(name), ...freightProvider(name).open(deps) }]),
  ) as FreightProviders;

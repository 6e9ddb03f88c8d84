import type { z } from 'zod';
import type { ConversionDestination, DestinationDeps, OpenDestination } from './destination.ts';
import { conversionDestinations } from './registry.ts';

/** The name of a destination. */
export type DestinationName = keyof typeof conversionDestinations;

/** The names of the destinations; each has a folder. */
export const destinationNames = Object.keys(conversionDestinations) as DestinationName[];

/** Whether this release has a destination of that name. */
export const isDestination = (name: string): name is DestinationName => Object.hasOwn(conversionDestinations, name);

/** The definition of a destination. */
export const destinationOf = (name: DestinationName): ConversionDestination => conversionDestinations[name];

/** The environment settings of all destinations. */
export const conversionSettings: Readonly<Record<string, z.ZodType<string>>> = Object.assign(
  {},
  ...destinationNames.map((name) => destinationOf(name).environment),
) as Record<string, z.ZodType<string>>;

/** Every destination, by name. */
export type Destinations = Readonly<Record<DestinationName, OpenDestination>>;

/** Opens the destinations of one process. */
export const openDestinations = (deps: DestinationDeps): Destinations =>
  Object.fromEntries(
    destinationNames.map((name) => [name, { ...destinationOf(name), ...destinationOf(name).open(deps) }]),
  ) as Destinations;

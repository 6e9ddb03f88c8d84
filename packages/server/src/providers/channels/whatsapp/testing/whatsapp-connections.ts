import type { z } from 'zod';
import { declarationOf, providerNames } from '../../index.ts';
import type { Composed } from '../../gateway-format.ts';
import type { ProviderDeclaration } from '../../provider.ts';
import { accountOf } from '../../testing/account-of.ts';

/** A connection to a provider, as its messages are composed. */
export type WhatsappConnection = {
  readonly name: string;
  readonly provider: ProviderDeclaration;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly isWindowOpen: boolean;
  readonly compose: (content: unknown) => Composed;
};

/** The number of the recipient. */
export const recipient = '5511987654321';

/**
 * Every provider of the registry that makes requests, with the account of its tests: each setting that may be on or off both ways, and a
 * window for free-form messages open and closed. A new provider is in it without an edit.
 */
export const whatsappConnections: readonly WhatsappConnection[] = (
  await Promise.all(
    providerNames('whatsapp').map(async (name) => {
      const provider = declarationOf('whatsapp', name)!;
      if (!provider.compose) return [];
      const { settings } = await accountOf('whatsapp', name, 'https://gateway.example');
      const switches = switchesOf(provider);
      const variants = switches.length === 0 ? [settings] : switches.map((set) => ({ ...settings, ...set }));
      return variants.flatMap((settings) =>
        (provider.windowHours === null ? [true] : [true, false]).map((isWindowOpen) =>
          connectionTo(name, provider, settings, isWindowOpen),
        ),
      );
    }),
  )
).flat();

/** The settings that may be on or off, each of them on and off. */
function switchesOf({ form }: ProviderDeclaration): Record<string, boolean>[] {
  return Object.entries(form.settings.shape)
    .filter(([, member]) => [true, false].every((value) => (member as z.ZodType).safeParse(value).success))
    .flatMap(([name]) => [{ [name]: true }, { [name]: false }]);
}

function connectionTo(
  name: string,
  provider: ProviderDeclaration,
  settings: WhatsappConnection['settings'],
  isWindowOpen: boolean,
): WhatsappConnection {
  const switches = Object.entries(settings).filter(([, value]) => typeof value === 'boolean');
  const switched = [
    ...switches.map(([member, value]) => `${member}: ${String(value)}`),
    ...(isWindowOpen ? [] : ['window closed']),
  ];
  return {
    name: [name, ...switched].join(', '),
    provider,
    settings,
    isWindowOpen,
    compose: (content) =>
      provider.compose!({
        key: 'run:a#1',
        storeId: 's',
        channel: 'whatsapp',
        to: `+${recipient}`,
        content,
        settings,
        windowOpen: isWindowOpen,
      }),
  };
}

import { whatsappAsText, type WhatsappData, type WhatsappType } from '@retoma/flow';
import { isDeepStrictEqual } from 'node:util';
import type { Composed } from '../gateway-format.ts';
import type { ChannelConnection, ProviderDeclaration } from '../provider.ts';

/** How a connection sends a message: in WhatsApp's own form, written out as text, or not at all. */
export type SentAs = 'native' | 'text' | 'refused';

type Settings = ChannelConnection['settings'];

/** A complete message of each type, to find out how a connection sends that type. */
const samples: Readonly<Record<WhatsappType, WhatsappData>> = {
  text: { type: 'text', message: 'Oi' },
  whatsapp: { type: 'whatsapp', message: 'Oi' },
  image: { type: 'image', image: 'https://loja.example/a.jpg' },
  audio: { type: 'audio', audio: 'https://loja.example/a.mp3' },
  video: { type: 'video', video: 'https://loja.example/a.mp4' },
  document: { type: 'document', document: 'https://loja.example/a.pdf', documentType: 'application/pdf' },
  link: { type: 'link', linkUrl: 'https://loja.example', title: 'Loja' },
  'button-actions': { type: 'button-actions', message: 'Oi', choices: ['Pagar|url:https://loja.example'] },
  'button-list': { type: 'button-list', message: 'Oi', choices: ['Sim', 'Não'] },
  'button-otp': { type: 'button-otp', message: 'Oi', code: '493817' },
};

/**
 * How a provider sends a message over a connection with these settings. It is derived from the requests that it would make: a message is
 * written out if they equal those of its text. A provider without requests (the sandbox) shows every message.
 */
export function sentAs(provider: ProviderDeclaration, settings: Settings, data: WhatsappData): SentAs {
  const compose = (content: WhatsappData): Composed | undefined =>
    provider.compose?.({
      key: 'k',
      storeId: 's',
      channel: 'whatsapp',
      to: sampleRecipient,
      content,
      settings,
      windowOpen: true,
    });
  const composed = compose(data);
  if (composed?.ok === false) return 'refused';
  const text = whatsappAsText(data);
  const isWritten =
    composed !== undefined && text !== null && isDeepStrictEqual(composed, compose({ type: 'text', message: text }));
  return isWritten ? 'text' : 'native';
}

const sampleRecipient = '+5511999999999';

/** Whether buttons are written out in the text over a connection. */
export const writesOutButtons = (provider: ProviderDeclaration, settings: Settings): boolean =>
  sentAs(provider, settings, samples['button-list']) === 'text';

/** The types of message that a connection refuses. */
export const refusedTypes = (provider: ProviderDeclaration, settings: Settings): WhatsappType[] =>
  Object.values(samples)
    .filter((sample) => sentAs(provider, settings, sample) === 'refused')
    .map(({ type }) => type);

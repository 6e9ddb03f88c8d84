import type { ChannelProvider } from './provider.ts';

/** Whether a provider sends webhooks over a connection; a request to the address of any other is no webhook. */
export function hasWebhook(
  { capabilities: { tells } }: ChannelProvider,
  { noticeSecret }: Readonly<Record<string, unknown>>,
): boolean {
  return typeof noticeSecret === 'string' || tells.delivered || tells.read || tells.replies;
}

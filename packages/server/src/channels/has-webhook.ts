import type { ChannelProvider } from './provider.ts';

/** Whether a provider sends webhooks over a connection; a request to the address of any other is no webhook. */
export function hasWebhook(
  { capabilities: { reports } }: ChannelProvider,
  { noticeSecret }: Readonly<Record<string, unknown>>,
): boolean {
  return typeof noticeSecret === 'string' || reports.delivered || reports.read || reports.replies;
}

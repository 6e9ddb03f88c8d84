import type { ChannelProvider } from './provider.ts';

/** Whether a provider sends webhooks over a connection. A request to the webhook URL of any other connection is rejected. */
export function hasWebhook(
  { capabilities: { reports } }: ChannelProvider,
  { noticeSecret }: Readonly<Record<string, unknown>>,
): boolean {
  return typeof noticeSecret === 'string' || reports.delivered || reports.read || reports.replies;
}

/** An SMS as Twilio is asked to send it. `webhookUrl`: where it reports delivery; it takes only a public address. */
export function payloadOf(
  {
    from,
    messagingServiceSid,
  }: { readonly from?: string | undefined; readonly messagingServiceSid?: string | undefined },
  number: string,
  text: string,
  webhookUrl: string | undefined,
): URLSearchParams {
  return new URLSearchParams({
    To: `+${number}`,
    ...(from === undefined ? { MessagingServiceSid: messagingServiceSid ?? '' } : { From: from }),
    Body: text,
    ...(webhookUrl?.startsWith('https://') && { StatusCallback: webhookUrl }),
  });
}

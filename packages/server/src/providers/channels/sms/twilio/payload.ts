/**
 * The form of Twilio's request to send an SMS. `webhookUrl`: for delivery reports; left out unless it is https, since Twilio requires a
 * public URL.
 */
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

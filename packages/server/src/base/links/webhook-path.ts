/** The path of a connection's webhooks. `secret`: of a provider that does not sign webhooks. */
export const webhookPath = (connectionId: string, secret: string | undefined): string =>
  `/webhooks/channels/${connectionId}${secret === undefined ? '' : `/${secret}`}`;

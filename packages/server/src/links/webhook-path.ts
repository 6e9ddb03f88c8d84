/** Where the provider of a connection sends its webhooks, below the service's address. `secret`: of a provider that signs nothing. */
export const webhookPath = (connectionId: string, secret: string | undefined): string =>
  `/webhooks/channels/${connectionId}${secret === undefined ? '' : `/${secret}`}`;

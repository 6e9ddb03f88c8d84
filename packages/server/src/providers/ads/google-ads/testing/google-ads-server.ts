// A local server with the documented part of Google's token endpoint and of the Data Manager API (../README.md).
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { LocalDestination } from '../../testing/local-destination.ts';
import { account, earlierAccount } from './account.ts';
import { IngestRequest } from './ingest-request.ts';

const { settings, credentials } = account;

/** The access tokens by the refresh tokens that are known. */
const tokens: Readonly<Record<string, { token: string; scope: string }>> = {
  [credentials.refreshToken]: {
    token: 'ya29.aurora-datamanager',
    scope: 'https://www.googleapis.com/auth/datamanager',
  },
  [earlierAccount.credentials.refreshToken]: {
    token: 'ya29.aurora-adwords',
    scope: 'https://www.googleapis.com/auth/adwords',
  },
};

/** An error with its details, as Google sends it. */
export const googleError = (code: number, status: string, message: string, ...details: object[]): object => ({
  error: { code, status, message, details },
});

/** The detail that names a wrong member. */
export const violation = (field: string, reason: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: [{ field, description: `It is ${reason}.`, reason }],
});

const errorInfo = (reason: string): object => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'datamanager.googleapis.com',
});

type Ingested = z.output<typeof IngestRequest>;

/** The server. `received`: the events that count, each `transactionId` once; `requests`: the bodies that were understood. */
export class GoogleAdsServer extends LocalDestination {
  readonly requests: Ingested[] = [];
  /** Whether the account's owner signed the terms for hashed contacts. */
  hasTerms = true;

  protected override routes(app: FastifyInstance): void {
    app.post<{ Body: Record<string, string> }>('/token', ({ body }, reply) => {
      const known = tokens[body['refresh_token'] ?? ''];
      if (!known || body['client_secret'] !== credentials.clientSecret || body['grant_type'] !== 'refresh_token')
        return reply.code(400).send({ error: 'invalid_grant', error_description: 'Token has been revoked.' });
      return reply.send({ access_token: known.token, expires_in: 3599, scope: known.scope, token_type: 'Bearer' });
    });
    app.post('/v1/events::ingest', ({ headers, body }, reply) => {
      const found = Object.values(tokens).find(({ token }) => headers.authorization === `Bearer ${token}`);
      if (!found)
        return reply.code(401).send(googleError(401, 'UNAUTHENTICATED', 'Invalid authentication credentials.'));
      if (!found.scope.endsWith('/datamanager')) {
        const info = errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT');
        return reply.code(403).send(googleError(403, 'PERMISSION_DENIED', 'Insufficient authentication scopes.', info));
      }
      const read = IngestRequest.safeParse(body);
      if (!read.success) return this.#refuse(reply, read.error.issues[0]!.path.join('.'), 'REQUIRED_FIELD_MISSING');
      return this.#ingest(read.data, reply);
    });
  }

  #refuse = (reply: FastifyReply, field: string, reason: string): FastifyReply =>
    reply
      .code(400)
      .send(
        googleError(
          400,
          'INVALID_ARGUMENT',
          'There was a problem with the request.',
          errorInfo('INVALID_ARGUMENT'),
          violation(field, reason),
        ),
      );

  #ingest(request: Ingested, reply: FastifyReply): FastifyReply {
    const { destinations, events, validateOnly } = request;
    this.requests.push(request);
    for (const { operatingAccount, productDestinationId } of destinations) {
      if (operatingAccount.accountId !== settings.customerId)
        return reply
          .code(403)
          .send(googleError(403, 'PERMISSION_DENIED', 'No permission.', errorInfo('PERMISSION_DENIED')));
      if (productDestinationId !== settings.conversionActionId)
        return this.#refuse(reply, 'destinations[0].product_destination_id', 'INVALID_CONVERSION_ACTION_ID');
    }
    if (!this.hasTerms && events.some(({ userData }) => userData)) {
      const reason = 'DESTINATION_ACCOUNT_ENHANCED_CONVERSIONS_TERMS_NOT_SIGNED';
      return this.#refuse(reply, 'events[0].user_data', reason);
    }
    if (validateOnly) return reply.send({});
    // A validation does not find this.
    if (events.some(({ transactionId }) => /^\d+$/.test(transactionId ?? '')))
      return this.#refuse(reply, 'events[0]', 'INVALID_EVENT');
    const counted = new Set(this.received.map((one) => one['transactionId']));
    this.received.push(...events.filter(({ transactionId }) => !counted.has(transactionId)));
    return reply.send({ requestId: `aurora-${this.requests.length}` });
  }
}

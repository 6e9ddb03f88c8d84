// A local server with the documented part of Google's token endpoint and of uploadClickConversions (../README.md).
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LocalDestination } from '../../testing/local-destination.ts';
import { account } from './account.ts';

type Conversion = Record<string, unknown>;
type UploadBody = { conversions?: Conversion[]; partialFailure?: boolean; validateOnly?: boolean };

const { settings, credentials } = account;
const token = 'ya29.aurora-access-token';

const googleError = (
  reply: FastifyReply,
  code: number,
  status: string,
  errorCode: object,
  message: string,
): FastifyReply =>
  reply
    .code(code)
    .send({ error: { code, status, message: 'as Google words it', details: [{ errors: [{ errorCode, message }] }] } });

/** The server. `received`: the conversions that count; `clicks`: the clicks that it knows. */
export class GoogleAdsServer extends LocalDestination {
  readonly clicks = new Set<unknown>(['Cj0KCQiA-aurora']);
  readonly validated: Conversion[] = [];

  protected override routes(app: FastifyInstance): void {
    app.post<{ Body: Record<string, string> }>('/token', ({ body }, reply) => {
      const isKnown =
        body['refresh_token'] === credentials.refreshToken &&
        body['client_secret'] === credentials.clientSecret &&
        body['grant_type'] === 'refresh_token';
      if (!isKnown)
        return reply.code(400).send({ error: 'invalid_grant', error_description: 'Token has been revoked.' });
      return reply.send({
        access_token: token,
        expires_in: 3599,
        scope: 'https://www.googleapis.com/auth/adwords',
        token_type: 'Bearer',
      });
    });
    app.post<{ Params: { call: string }; Body: UploadBody }>(
      '/v26/customers/:call',
      ({ params, headers, body }, reply) => {
        if (headers.authorization !== `Bearer ${token}`) {
          return googleError(
            reply,
            401,
            'UNAUTHENTICATED',
            { authenticationError: 'OAUTH_TOKEN_INVALID' },
            'Invalid token.',
          );
        }
        if (headers['developer-token'] !== credentials.developerToken) {
          const errorCode = { authorizationError: 'DEVELOPER_TOKEN_NOT_APPROVED' };
          return googleError(reply, 403, 'PERMISSION_DENIED', errorCode, 'The developer token is not approved.');
        }
        if (params.call !== `${settings.customerId}:uploadClickConversions` || body.partialFailure !== true) {
          return googleError(reply, 400, 'INVALID_ARGUMENT', { requestError: 'INVALID_INPUT' }, 'Invalid request.');
        }
        return reply.send(this.#upload(body));
      },
    );
  }

  #upload({ conversions = [], validateOnly = false }: UploadBody): object {
    const [conversion = {}] = conversions;
    const wrong = this.#wrongIn(conversion);
    if (wrong !== undefined) {
      const errors = [{ errorCode: { conversionUploadError: wrong }, message: `It is ${wrong}.` }];
      return { partialFailureError: { code: 3, message: 'Multiple errors', details: [{ errors }] }, results: [{}] };
    }
    (validateOnly ? this.validated : this.received).push(conversion);
    return validateOnly ? {} : { results: [{ gclid: conversion['gclid'] }], jobId: '1' };
  }

  #wrongIn({ gclid, gbraid, wbraid, conversionAction, conversionDateTime, orderId }: Conversion): string | undefined {
    const clicks = [gclid, gbraid, wbraid].filter((one) => one !== undefined);
    if (clicks.length !== 1) return 'INVALID_CLICK_IDS';
    if (!this.clicks.has(clicks[0])) return 'UNPARSEABLE_GCLID';
    const action = `customers/${settings.customerId}/conversionActions/${settings.conversionActionId}`;
    if (conversionAction !== action) return 'INVALID_CONVERSION_ACTION';
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/.test(String(conversionDateTime)))
      return 'INVALID_CONVERSION_DATE_TIME';
    return this.received.some((one) => one['orderId'] === orderId) ? 'ORDER_ID_ALREADY_IN_USE' : undefined;
  }
}

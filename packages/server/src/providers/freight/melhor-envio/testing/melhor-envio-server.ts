// A local server with the documented part of Melhor Envio's API (../README.md): quotes, and tokens that rotate.
import { z } from 'zod';
import { FakeCarrier } from '../../testing/fake-carrier.ts';
import { account } from './account.ts';

const Product = z.strictObject({
  id: z.string(),
  width: z.number().positive(),
  height: z.number().positive(),
  length: z.number().positive(),
  weight: z.number().positive(),
  insurance_value: z.number().min(0),
  quantity: z.int().positive(),
});
const Calculate = z.strictObject({
  from: z.strictObject({ postal_code: z.string().regex(/^\d{8}$/) }),
  to: z.strictObject({ postal_code: z.string().regex(/^\d{8}$/) }),
  products: z.array(Product).min(1),
  services: z.string().optional(),
});
const Refresh = z.strictObject({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string(),
  client_id: z.literal(account.credentials.clientId),
  client_secret: z.literal(account.credentials.clientSecret),
});

/** The services of a quote, in the API's format. */
const services = [
  {
    id: 1,
    name: 'PAC',
    price: '25.50',
    custom_price: '24.10',
    discount: '1.40',
    currency: 'R$',
    delivery_time: 6,
    delivery_range: { min: 5, max: 6 },
    custom_delivery_time: 7,
    custom_delivery_range: { min: 6, max: 7 },
    packages: [],
    additional_services: { receipt: false, own_hand: false, collect: false },
    company: { id: 1, name: 'Correios', picture: 'https://exemplo.com.br/correios.png' },
  },
  { id: 2, name: 'SEDEX', price: '41.37', delivery_time: 2, company: { id: 1, name: 'Correios' } },
  { id: 3, name: '.Package', error: 'Transportadora não atende este trecho.', company: { id: 2, name: 'Jadlog' } },
  { id: 17, name: 'Mini Envios', price: null, company: { id: 1, name: 'Correios' } },
];

/** The server. Tokens of the account are accepted until a refresh replaces them. */
export class MelhorEnvioServer extends FakeCarrier {
  #access: string = account.credentials.accessToken;
  #refresh: string = account.credentials.refreshToken;
  #renewals = 0;

  protected override routes(): void {
    this.app.post('/api/v2/me/shipment/calculate', (request, reply) => {
      if (!/\S+ \(\S+@\S+\)/.test(request.headers['user-agent'] ?? ''))
        return reply.code(400).send({ message: 'User-Agent' });
      if (request.headers.authorization !== `Bearer ${this.#access}`)
        return reply.code(401).send({ message: 'Unauthenticated.' });
      const read = Calculate.safeParse(request.body);
      if (!read.success)
        return reply.code(422).send({ message: 'The given data was invalid.', errors: read.error.issues });
      return reply.send(services);
    });
    this.app.post('/oauth/token', (request, reply) => {
      const read = Refresh.safeParse(request.body);
      if (!read.success || read.data.refresh_token !== this.#refresh)
        return reply.code(401).send({ error: 'invalid_request', message: 'The refresh token is invalid.' });
      this.#renewals++;
      this.#access = `eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.${this.#renewals}`;
      this.#refresh = `def50200-refresh-token-number-${this.#renewals}`;
      return reply.send({
        token_type: 'Bearer',
        expires_in: 2_592_000,
        access_token: this.#access,
        refresh_token: this.#refresh,
      });
    });
  }

  /** The access token expires, as after 30 days. */
  expireToken = (): void => void (this.#access = 'a token that no one has');
  renewals = (): number => this.#renewals;

  /** The tokens of the account are valid again. */
  override recover(): void {
    super.recover();
    this.#access = account.credentials.accessToken;
    this.#refresh = account.credentials.refreshToken;
    this.#renewals = 0;
  }
}

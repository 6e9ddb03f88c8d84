// A local server with the part of Correios' CWS API that eight public clients agree on (../README.md).
import { z } from 'zod';
import { FakeCarrier } from '../../testing/fake-carrier.ts';
import { account } from './account.ts';

const digits = z.string().regex(/^\d+$/);
const zipcode = z.string().regex(/^\d{8}$/);
const subject = {
  coProduto: z.string().regex(/^\d{5}$/),
  nuRequisicao: digits,
  cepOrigem: zipcode,
  cepDestino: zipcode,
};
const Price = z.strictObject({
  idLote: digits,
  parametrosProduto: z
    .array(
      z.strictObject({
        ...subject,
        psObjeto: digits,
        tpObjeto: z.literal('2'),
        comprimento: digits,
        largura: digits,
        altura: digits,
      }),
    )
    .max(5),
});
const Term = z.strictObject({ idLote: digits, parametrosPrazo: z.array(z.strictObject(subject)).max(5) });

const prices: Readonly<Record<string, string>> = { '03298': '19,92', '03220': '1.034,50' };
const days: Readonly<Record<string, number>> = { '03298': 6, '03220': 2 };

/** The server. `expiraEm`: of the tokens that it issues, in Brasília's time, without an offset. */
export class CorreiosServer extends FakeCarrier {
  #token: string | undefined;
  #issued = 0;
  expiraEm = '2099-01-01T00:00:00';

  protected override routes(): void {
    const { user, card } = account.settings;
    const basic = Buffer.from(`${user}:${account.credentials.accessCode}`).toString('base64');
    this.app.post('/token/v1/autentica/cartaopostagem', (request, reply) => {
      const { numero } = request.body as { numero?: string };
      if (request.headers.authorization !== `Basic ${basic}` || numero !== card)
        return reply.code(400).send({ msgs: ['GTW-002: Usuário ou código de acesso inválido'] });
      this.#token = `token-${++this.#issued}`;
      return reply.code(201).send({ token: this.#token, expiraEm: this.expiraEm });
    });
    this.app.addHook('preHandler', async (request, reply) => {
      if (request.url.startsWith('/token') || reply.sent) return;
      if (!this.#token || request.headers.authorization !== `Bearer ${this.#token}`)
        await reply.code(401).send({ msgs: ['GTW-001: Token inválido'] });
    });
    this.app.post('/preco/v1/nacional', (request, reply) => {
      const read = Price.safeParse(request.body);
      if (!read.success) return reply.code(400).send({ msgs: ['PRC-101'] });
      return reply.send(
        read.data.parametrosProduto.map(({ coProduto, nuRequisicao }) =>
          prices[coProduto]
            ? { coProduto, nuRequisicao, pcFinal: prices[coProduto] }
            : { coProduto, nuRequisicao, txErro: 'PRC-127: O produto não atende o CEP de destino' },
        ),
      );
    });
    this.app.post('/prazo/v1/nacional', (request, reply) => {
      const read = Term.safeParse(request.body);
      if (!read.success) return reply.code(400).send({ msgs: ['PRZ-101'] });
      return reply.send(
        read.data.parametrosPrazo.map(({ coProduto, nuRequisicao }) => ({
          coProduto,
          nuRequisicao,
          prazoEntrega: days[coProduto] ?? 0,
          dataMaxima: '2026-12-03T23:58:00',
          entregaDomiciliar: 'S',
          entregaSabado: 'N',
          ...(!days[coProduto] && { txErro: 'PRZ-127' }),
        })),
      );
    });
  }

  /** The token expires. */
  expireToken = (): void => void (this.#token = undefined);
  issued = (): number => this.#issued;
}

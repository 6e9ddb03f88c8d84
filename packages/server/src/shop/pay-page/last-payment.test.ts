import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxNumberOf } from '../../providers/payments/sandbox/cards.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';
import { marina, mugs, shopperAt } from './testing/shopper.ts';

let service: TestService;
let shopper: ReturnType<typeof shopperAt>;
beforeAll(async () => {
  service = await startTestService();
  shopper = shopperAt(service);
  await shopper.offer('pix', 'boleto', 'card');
});
afterAll(() => service.stop());

/** What a shopper may ask for, and what the page then shows. */
const requestable = {
  pix: [{ method: 'pix' }, 'Pague R$ 78,00 com PIX'],
  boleto: [{ method: 'boleto' }, 'Pague o boleto de R$ 78,00'],
  refused: [{ method: 'card', token: sandboxNumberOf('declined') }, 'O cartão não foi aprovado'],
} as const;
type Requested = keyof typeof requestable;

/** The states of the codes of a purchase. */
const codesOf = async (path: string): Promise<unknown[]> => {
  const text = `select p.state from payments p join orders o using (order_id)
    where o.checkout_id = $1 and p.method <> 'card'`;
  return (await service.context.db.query<{ state: string }>(text, [path.slice(5)])).rows.map(({ state }) => state);
};

test('[COM2] the page shows the payment that was asked for last, in any order, and the earlier codes stay valid', async () => {
  const sequence = fc.array(fc.constantFrom<Requested>('pix', 'boleto', 'refused'), { minLength: 2, maxLength: 6 });
  const property = fc.asyncProperty(sequence, async (requests) => {
    // COM23 limits the refused cards of a network.
    await service.context.db.query('delete from card_attempts');
    const path = await shopper.create({ ...mugs(), customer: marina });
    for (const one of requests) {
      const [form, text] = requestable[one];
      expect((await shopper.submit(`${path}/pay`, form)).text, requests.join()).toContain(text);
      expect((await shopper.open(path)).text, requests.join()).toContain(text);
    }
    const codes = new Set(requests.filter((one) => one !== 'refused'));
    expect(await codesOf(path)).toEqual([...codes].map(() => 'pending'));
  });
  await fc.assert(property, {
    numRuns: Number(process.env['PROPERTY_RUNS'] ?? 8),
    examples: [
      [['pix', 'boleto', 'pix', 'boleto']],
      [['pix', 'refused', 'pix']],
      [['boleto', 'refused', 'boleto', 'pix', 'boleto']],
    ],
  });
});

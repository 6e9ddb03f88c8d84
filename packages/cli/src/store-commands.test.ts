import { unaudited } from '../../server/src/members/audit/testing/unaudited.ts';
import { describe, expect, test } from 'vitest';
import { storeFind } from '../../server/src/stores/queries/stores.ts';
import { newId } from '../../server/src/base/ids.ts';
import { createStore } from '../../server/src/stores/manage-stores.ts';
import { setPaymentAccount } from '../../server/src/providers/connections/testing/set-unverified.ts';
import type { Ran } from './testing/run-cli.ts';
import { useCli } from './testing/use-cli.ts';

const cli = useCli();

const retoma = (...args: string[]): Promise<Ran> => cli.run(args);

const json = <T>(...args: string[]): Promise<T> => cli.json<T>(args);

const newStore = async (): Promise<string> => (await createStore(cli.db, 'Loja da Ana')).storeId;

describe('retoma store set', () => {
  test('writes every setting, and `none` empties optional ones', async () => {
    const storeId = await newStore();
    const flags = {
      name: 'Loja Aurora',
      active: true,
      'signed-only': true,
      live: true,
      domain: 'pagar.aurora.example',
      'time-zone': 'America/Manaus',
      'legal-name': 'Loja Aurora Ltda.',
      document: '12.ABC.345/01DE-35',
      address: 'Rua das Flores, 10',
      email: 'contato@aurora.example',
      phone: '(11) 3333-4444',
      url: 'https://www.aurora.example',
      'returns-url': 'https://www.aurora.example/trocas',
      'privacy-url': 'https://www.aurora.example/privacidade',
      'logo-url': 'https://www.aurora.example/logo.png',
      accent: '#00687D',
      'pix-minutes': 30,
      'boleto-days': 5,
      'abandon-minutes': 45,
    };
    const options = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const settings = {
      name: 'Loja Aurora',
      active: true,
      signedCartsOnly: true,
      live: true,
      domain: 'pagar.aurora.example',
      timeZone: 'America/Manaus',
      legalName: 'Loja Aurora Ltda.',
      document: '12ABC34501DE35',
      address: 'Rua das Flores, 10',
      email: 'contato@aurora.example',
      phone: '+551133334444',
      url: 'https://www.aurora.example',
      returnsUrl: 'https://www.aurora.example/trocas',
      privacyUrl: 'https://www.aurora.example/privacidade',
      logoUrl: 'https://www.aurora.example/logo.png',
      accent: '#00687d',
      pixMinutes: 30,
      boletoDays: 5,
      abandonMinutes: 45,
    };
    expect(await json('store', 'set', storeId, ...options)).toEqual({ storeId, ...settings });
    // CHK4: links use it only after it was checked.
    const stored = { ...settings, domain: null, chosenDomain: settings.domain };
    expect(await storeFind(cli.db, storeId)).toMatchObject(stored);
    expect(await json('store', 'set', storeId, '--phone', 'none', '--domain', 'none')).toEqual({
      storeId,
      phone: null,
      domain: null,
    });
    expect(await storeFind(cli.db, storeId)).toMatchObject({ ...stored, phone: null, chosenDomain: null });
  });

  test('reports all invalid values together with the accepted ones', async () => {
    const storeId = await newStore();
    const wrong = ['--document', '123', '--pix-minutes', '10', '--abandon-minutes', 'soon', '--name', 'none'];
    const { code, stderr } = await retoma('store', 'set', storeId, ...wrong);
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [
        '--document must be a CPF or CNPJ with right check digits.',
        '--pix-minutes must be a number from 15 to 43200.',
        '--abandon-minutes must be a number from 10 to 10080.',
      ],
    ]);
    expect((await retoma('store', 'set', storeId)).code).toBe(2);
    const unknownId = await retoma('store', 'set', newId(), '--name', 'Loja', '--json');
    expect([unknownId.code, JSON.parse(unknownId.stdout)]).toMatchObject([1, { error: 'STORE_NOT_FOUND' }]);
  });

  test('does not make a store live while its payments use the sandbox', async () => {
    const storeId = await newStore();
    const parts = { db: cli.db, credentialsKey: Buffer.alloc(32) };
    await setPaymentAccount(parts, storeId, { provider: 'sandbox', methods: ['pix'] }, unaudited);
    const { code, stdout } = await retoma('store', 'set', storeId, '--live', 'true', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: 'SANDBOX_IN_LIVE_STORE' }]);
  });
});

describe('[COM12] retoma shipping', () => {
  test('add offers a shipping option, list shows it, remove deletes it', async () => {
    const storeId = await newStore();
    const list = (...args: string[]): Promise<Ran> => retoma('shipping', 'list', '--store', storeId, ...args);
    expect((await list()).stdout).toContain('Nenhuma forma de envio');
    const add = ['shipping', 'add', '--store', storeId];
    const facts = ['--carrier', 'Correios', '--days', '5-8', '--free-above', '20000'];
    const pac = await json<{ shippingOptionId: string }>(...add, '--name', 'PAC', '--price', '1990', ...facts);
    expect(pac).toEqual({
      shippingOptionId: expect.any(String) as string,
      name: 'PAC',
      carrier: 'Correios',
      price: 1990,
      turnaroundMinDays: 5,
      turnaroundMaxDays: 8,
      freeAbove: 20_000,
    });
    await json(...add, '--name', 'Retirada', '--price', '0', '--days', '1');
    const [portuguese, english, listed] = await Promise.all([list(), list('--lang', 'en'), list('--json')]);
    expect(portuguese.stdout.split('\n').map((line) => line.slice(38))).toEqual([
      'PAC (Correios): R$ 19,90, 5 a 8 dias úteis, grátis a partir de R$ 200,00',
      'Retirada: grátis, 1 dia útil',
      '',
    ]);
    expect(english.stdout).toContain('5 to 8 business days, free from R$ 200.00');
    expect((JSON.parse(listed.stdout) as { options: object[] }).options).toHaveLength(2);
    const remove = ['shipping', 'remove', pac.shippingOptionId];
    expect(await json(...remove)).toEqual({ shippingOptionId: pac.shippingOptionId, removed: true });
    const [again, left] = await Promise.all([retoma(...remove, '--json'), list()]);
    expect(JSON.parse(again.stdout)).toMatchObject({ error: 'SHIPPING_OPTION_NOT_FOUND' });
    expect(left.stdout).not.toContain('PAC');
  });

  test('refuses invalid prices and ranges of days', async () => {
    const add = ['shipping', 'add', '--store', await newStore(), '--name', 'PAC'];
    const wrong = [
      ['--price', '19.90'],
      ['--price', '100000001'],
      ['--price', '1', '--days', '9-5'],
    ];
    const ran = await Promise.all(wrong.map((options) => retoma(...add, ...options)));
    expect(ran.map(({ code }) => code)).toEqual([2, 2, 2]);
    const unknownId = ['shipping', 'add', '--store', newId(), '--name', 'PAC', '--price', '1', '--json'];
    expect(JSON.parse((await retoma(...unknownId)).stdout)).toMatchObject({ error: 'STORE_NOT_FOUND' });
  });
});

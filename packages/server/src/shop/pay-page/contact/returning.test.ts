import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unaudited } from '../../../members/audit/testing/unaudited.ts';
import { hashContact } from '../../../base/crypto/contact-hash.ts';
import { suppressionSet } from '../../../base/contacts/suppressions.ts';
import { erasePerson } from '../../../privacy/erase-person.ts';
import { limitData, purgeExpired } from '../../../app/jobs/purge-expired.ts';
import { newId } from '../../../base/ids.ts';
import { connectionActivate } from '../../../testing/connections.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import { emptyFieldsIn, marina, mugs, paulista, shopperAt, valueOf } from '../testing/shopper.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
  await shopperAt(service).offer('pix');
  for (const channel of ['whatsapp', 'email', 'sms'] as const) await connect(channel);
});
afterEach(() => service.stop());

const connect = (channel: 'whatsapp' | 'email' | 'sms', provider = 'sandbox'): Promise<unknown> => {
  const { context, storeId } = service;
  return connectionActivate(context.db, { connectionId: newId(), storeId, channel, provider, name: 'Teste' });
};
const rows = async (text: string) => (await service.context.db.query<Record<string, unknown>>(text)).rows;

/** A paid purchase of Marina, from an earlier browser. */
async function buy(): Promise<void> {
  const shopper = shopperAt(service);
  const path = await shopper.create(mugs(true));
  await shopper.post(`${path}/data`, { ...marina, ...paulista });
  await shopper.actAsBank(await shopper.submit(`${path}/pay`, { method: 'pix' }), 'pay');
}

/** The messages of the sandbox, once there are as many. */
async function inbox(count: number) {
  const messages = () =>
    rows(`select channel, recipient, content::text as text from sandbox_messages order by received_at`);
  await expect.poll(messages).toHaveLength(count);
  return messages();
}
const codeIn = (message: Record<string, unknown> | undefined): string => /\d{6}/.exec(String(message?.['text']))![0];
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A shopper at a new checkout who asked for a code. */
async function ask(contact: string, request: object = mugs(true)) {
  const shopper = shopperAt(service);
  const path = await shopper.create(request);
  const seen = await shopper.submit(`${path}/code`, { contact });
  return { shopper, path, seen, prove: (code: string) => shopper.submit(`${path}/code`, { code }) };
}

/** The page after a code was asked for, without the link and the instant of its checkout. */
const withoutLink = ({ seen, path }: Awaited<ReturnType<typeof ask>>): string =>
  seen.html.replaceAll(path, '').replace(/data-now="\d+"/, '');

describe('a returning shopper', () => {
  test.each([
    ['email', ' MARINA@exemplo.com.br', 'email', marina.email],
    ['phone', '11987654321', 'whatsapp', '+5511987654321'],
  ])('[COM35] gets their data back with an %s and a code', async (_kind, contact, channel, recipient) => {
    await buy();
    const { shopper, path, prove } = await ask(contact);
    const [message] = await inbox(1);
    expect(message).toMatchObject({ channel, recipient });
    const seen = await prove(codeIn(message));
    expect(seen.text).toContain('Pague com PIX');
    expect(seen.text).toContain('Avenida Paulista, 1000');
    const edit = await shopper.open(`${path}?edit`);
    const fields = Object.keys({ ...marina, zipcode: '' }).map((name) => valueOf(edit, name));
    expect(fields).toEqual([marina.email, marina.name, marina.document, marina.phone, paulista.zipcode]);
    expect((await shopperAt(service).open(`${path}?edit`)).html).not.toContain(marina.name);
  });

  test('[COM35] fills in two fields, the contact and the code, then chooses how to pay', async () => {
    await buy();
    await shopperAt(service).offer('pix', 'boleto', 'card');
    const { shopper, path, seen, prove } = await ask(marina.email);
    // A new shopper fills in contact, name, document and an address.
    expect(emptyFieldsIn(await shopper.open(path))).toHaveLength(10);
    const pages = [await shopper.open(`${path}/code?again`), seen, await prove(codeIn((await inbox(1))[0]))];
    expect(pages.at(-1)!.text).toContain('Como quer pagar?');
    expect(pages.flatMap(emptyFieldsIn)).toEqual(['contact', 'code']);
    expect((await shopper.submit(`${path}/pay`, { method: 'pix' })).html).toContain('id="pix-code"');
  });

  test('[COM35] a phone gets an SMS where WhatsApp lets no one be written to first', async () => {
    await buy();
    await rows(`delete from connections where channel = 'whatsapp'`);
    await connect('whatsapp', 'cloud-api');
    await ask(marina.phone);
    expect(await inbox(1)).toMatchObject([{ channel: 'sms', recipient: '+5511987654321' }]);
  });

  test('[COM35] an opt-out and quiet rules of automations hold no code', async () => {
    await buy();
    await rows(
      `insert into opt_outs (store_id, channel, contact_hash, source) select store_id, 'email', contact_hash, 'reply'
       from shopper_codes`,
    );
    await ask(marina.email);
    expect(await inbox(1)).toHaveLength(1);
  });

  test.each([
    ['bounce', Infinity],
    ['bounces', 30 * 24 * 60 * 60_000],
    ['complaint', Infinity],
  ] as const)('[COM35] an address suppressed by a %s gets no code, but the same page', async (reason, ms) => {
    await buy();
    const { db, clock, contactSecret } = service.context;
    const { storeId } = service;
    const contactHash = hashContact({ contactSecret }, storeId, 'email', marina.email)!;
    const now = clock();
    await suppressionSet(db, { storeId, contactHash }, { reason, expiresAt: now + ms, now });
    const [suppressed, unknown] = [await ask(marina.email), await ask('outra@exemplo.com.br')];
    expect(withoutLink(suppressed)).toBe(withoutLink(unknown));
    await expect.poll(() => service.logged.join('\n')).toContain('"isSent":false');
    await ask(marina.phone);
    expect(await inbox(1)).toMatchObject([{ channel: 'whatsapp' }]);
  });

  test('[COM35] what this browser typed stays, and a masked purchase of others shows nothing of them', async () => {
    await buy();
    const typed = await ask(marina.email);
    await typed.shopper.post(`${typed.path}/contact`, { phone: '21912345678' });
    await typed.prove(codeIn((await inbox(1))[0]));
    expect(valueOf(await typed.shopper.open(`${typed.path}?edit`), 'phone')).toBe('(21) 91234-5678');
    const victim = { name: 'Vera Lima', email: 'vera@exemplo.com.br', phone: '31912345678', document: '11144477735' };
    const victims = await ask(marina.email, { ...mugs(true), customer: victim });
    await victims.prove(codeIn((await inbox(2))[1]));
    const seen = await victims.shopper.open(`${victims.path}?edit`);
    expect(seen.html).toContain(marina.name);
    expect(seen.html).not.toMatch(/Vera|vera@|31912345678|11144477735|111\.444/);
  });

  test('[COM35] is offered where a code can be sent and no order was placed', async () => {
    const { shopper, path } = await ask('');
    expect((await shopper.open(path)).text).toContain('Já comprou aqui? Receba um código');
    await rows('delete from connections');
    expect((await shopper.open(path)).text).not.toContain('Receba um código');
    expect((await shopper.open(`${path}/code`)).location).toBe(path);
  });
});

describe('a stranger', () => {
  test('[COM35] sees the same of a contact that bought and of one that did not', async () => {
    await buy();
    const known = await ask(marina.email);
    const unknown = await ask('outra@exemplo.com.br');
    const code = codeIn((await inbox(1))[0]);
    expect(withoutLink(known)).toBe(withoutLink(unknown));
    const [wrong, guessed] = [await known.prove(other(code)), await unknown.prove(code)];
    expect([wrong.status, guessed.status]).toEqual([422, 422]);
    expect(wrong.text).toBe(guessed.text);
    expect(wrong.text).toContain('O código não confere.');
    const tries = await rows('select attempts, expires_at - created_at as lifetime from shopper_codes');
    expect(tries).toEqual([tries[0], tries[0]]);
    expect(await inbox(1)).toHaveLength(1);
  });

  test('[COM35] has five tries, and the right code is none after them', async () => {
    await buy();
    const { prove } = await ask(marina.email);
    const code = codeIn((await inbox(1))[0]);
    for (let tried = 1; tried <= 4; tried++) expect((await prove(other(code))).text).toContain('não confere');
    expect((await prove(other(code))).text).toContain('O código não vale mais.');
    expect((await prove(code)).text).toContain('O código não vale mais.');
  });

  test('[COM35] tries that come at once are counted each', async () => {
    await buy();
    const { prove } = await ask(marina.email);
    const code = codeIn((await inbox(1))[0]);
    await Promise.all(Array.from({ length: 12 }, () => prove(other(code))));
    expect(await rows('select attempts from shopper_codes')).toEqual([{ attempts: 5 }]);
  });

  test('[COM35] a code is good once, for 10 minutes, at its checkout, until the next one', async () => {
    await buy();
    const first = await ask(marina.email);
    const code = codeIn((await inbox(1))[0]);
    const otherPath = await shopperAt(service).create(mugs(true));
    expect((await shopperAt(service).submit(`${otherPath}/code`, { code })).text).toContain('não vale mais');
    await first.shopper.submit(`${first.path}/code`, { contact: marina.email });
    const next = codeIn((await inbox(2))[1]);
    if (next !== code) expect((await first.prove(code)).text).toContain('não confere');
    service.pass(10 * 60_000);
    expect((await first.prove(next)).text).toContain('não vale mais');
    const last = await ask(marina.email);
    const used = codeIn((await inbox(3))[2]);
    await last.prove(used);
    const now = service.context.clock();
    const open = `select count(*)::int as open from shopper_codes where expires_at > to_timestamp(${now} / 1000.0)`;
    expect(await rows(open)).toEqual([{ open: 0 }]);
  });

  test('[COM35] asks for three codes of a contact in an hour, whether it bought or not', async () => {
    await buy();
    for (const contact of [marina.email, 'outra@exemplo.com.br']) {
      for (let count = 0; count < 3; count++) expect((await ask(contact)).seen.status).toBe(200);
      const { seen } = await ask(contact);
      expect([seen.status, seen.text]).toEqual([422, expect.stringContaining('Foram pedidos muitos códigos.')]);
    }
    expect(await inbox(3)).toHaveLength(3);
    service.pass(61 * 60_000);
    expect((await ask(marina.email)).seen.status).toBe(200);
  });

  test('[COM35] one network asks for ten codes of a store in an hour', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count++) statuses.push((await ask(`p${count}@exemplo.com.br`)).seen.status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 422]);
  });
});

describe('a code opens', () => {
  const landline = '(11) 3456-7890';
  const mobile = '(11) 93456-7890';

  /** A purchase with this data, which is paid. */
  async function paid(person: Record<string, string>, request: object = mugs(true)) {
    const shopper = shopperAt(service);
    const path = await shopper.create(request);
    await shopper.post(`${path}/data`, { ...marina, ...paulista, ...person });
    await shopper.actAsBank(await shopper.submit(`${path}/pay`, { method: 'pix' }), 'pay');
  }
  const secrets = /Marina|marina@|529\.982|98765|Avenida Paulista/;

  test('[COM35] nothing by a number that is another with the same last eight digits', async () => {
    await paid({ phone: mobile });
    const { path, shopper } = await ask(landline);
    expect(await rows('select earlier_checkout_id as earlier from shopper_codes')).toEqual([{ earlier: null }]);
    expect(await service.count('sandbox_messages')).toBe(0);
    expect((await shopper.open(`${path}?edit`)).html).not.toMatch(secrets);
    await ask(mobile);
    expect(await inbox(1)).toMatchObject([{ recipient: '+5511934567890' }]);
  });

  test('[COM35] the purchase of the number itself, where a newer one has the same last eight digits', async () => {
    await paid({ phone: landline, name: 'Lia Linha', email: 'lia@exemplo.com.br', document: '111.444.777-35' });
    await paid({ phone: mobile });
    const { path, shopper, prove } = await ask(landline);
    const [message] = await inbox(1);
    expect(message).toMatchObject({ recipient: '+551134567890' });
    await prove(codeIn(message));
    const edit = await shopper.open(`${path}?edit`);
    expect(valueOf(edit, 'name')).toBe('Lia Linha');
    expect(edit.html).not.toMatch(/Marina|marina@|529\.982/);
  });

  test.each(['contact', 'data'])('[COM35] nothing by a phone that another browser posted to /%s', async (to) => {
    const [owner, stranger] = [shopperAt(service), shopperAt(service)];
    const path = await owner.create(mugs(true));
    await owner.post(`${path}/data`, { ...marina, ...paulista });
    await stranger.post(`${path}/${to}`, { email: '', phone: '21999990000' });
    await owner.actAsBank(await owner.submit(`${path}/pay`, { method: 'pix' }), 'pay');
    await ask('21999990000');
    expect(await rows('select earlier_checkout_id as earlier from shopper_codes')).toEqual([{ earlier: null }]);
  });

  test('[COM35] only what came with the contact: from the store’s request, or from the browser', async () => {
    const customer = { email: 'loja@exemplo.com.br', name: 'Nome Daloja' };
    const shopper = shopperAt(service);
    const path = await shopper.create({ ...mugs(true), customer });
    const { document, phone } = marina;
    await shopper.post(`${path}/data`, { document, phone, ...paulista });
    await shopper.actAsBank(await shopper.submit(`${path}/pay`, { method: 'pix' }), 'pay');
    const byMail = await ask(customer.email);
    await byMail.prove(codeIn((await inbox(1))[0]));
    const mailed = await byMail.shopper.open(`${byMail.path}?edit`);
    expect(valueOf(mailed, 'name')).toBe(customer.name);
    expect(mailed.html).not.toMatch(secrets);
    const byPhone = await ask(phone);
    await byPhone.prove(codeIn((await inbox(2))[1]));
    const phoned = await byPhone.shopper.open(`${byPhone.path}?edit`);
    expect([valueOf(phoned, 'document'), valueOf(phoned, 'street')]).toEqual([document, paulista.street]);
    expect(phoned.html).not.toMatch(/Daloja|loja@exemplo/);
  });

  test.each([
    ['an e-mail', ['ana.lima@gmail.com', 'ANA.LIMA@gmail.com ', 'analima+1@gmail.com', 'a.n.a.lima@googlemail.com']],
    ['a phone', [mobile, '+55 11 93456-7890', '011934567890', landline]],
  ])('[COM35] three codes of %s in an hour, asked for at once in several spellings', async (_what, spellings) => {
    for (const spelling of spellings) await paid(spelling.includes('@') ? { email: spelling } : { phone: spelling });
    const requests = await Promise.all(
      Array.from({ length: 9 }, (_, index) => ask(spellings[index % spellings.length]!)),
    );
    expect(requests.filter(({ seen }) => seen.status === 200)).toHaveLength(3);
    expect(await service.count('shopper_codes')).toBe(3);
    expect(await inbox(3)).toHaveLength(3);
  });
});

describe('what is stored', () => {
  test('[COM35] neither contact nor code is in the database or the log', async () => {
    await buy();
    await ask(marina.email);
    const [message] = await inbox(1);
    // The digits of an instant may be a code by chance.
    const [row] = await rows(
      `select (to_jsonb(t) - array['created_at', 'expires_at'])::text as row from shopper_codes t`,
    );
    expect(String(row!['row'])).not.toContain(codeIn(message));
    expect(String(row!['row'])).not.toContain('marina');
    expect(service.logged.join('\n')).toContain('one-time code sent');
    const logged = service.logged.map((line) => line.replace(/"(?:time|ms)":[\d.]+/g, '')).join('\n');
    expect(logged).not.toContain(codeIn(message));
  });

  test('[COM8] after an erasure there is nothing to get back, and codes are deleted', async () => {
    await buy();
    const { prove } = await ask(marina.email);
    const code = codeIn((await inbox(1))[0]);
    const { db, clock, contactSecret } = service.context;
    const person = { email: marina.email };
    await erasePerson({ db, clock, contactSecret }, { storeId: service.storeId, person, by: 'cli' }, unaudited);
    expect(await service.count('shopper_codes')).toBe(0);
    expect((await prove(code)).text).toContain('não vale mais');
    await ask(marina.email);
    expect(await rows('select earlier_checkout_id as earlier from shopper_codes')).toEqual([{ earlier: null }]);
  });

  test('[COM35] codes are deleted after a day', async () => {
    await ask(marina.email);
    const { db, clock } = service.context;
    await purgeExpired(db, limitData, clock() + 23 * 3_600_000, new AbortController().signal);
    expect(await service.count('shopper_codes')).toBe(1);
    await purgeExpired(db, limitData, clock() + 25 * 3_600_000, new AbortController().signal);
    expect(await service.count('shopper_codes')).toBe(0);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './address.ts';
import { checkName } from './customer.ts';
import { personIssueText } from './issue.ts';
import { hasWebAddress, withoutWebAddress } from './web-address.ts';

const names = [
  'Maria da Silva',
  'João P. Souza',
  'Ana S.A.',
  'Comércio de Roupas Ltda.',
  'Comércio Silva S/A',
  'J.R.R. Tolkien',
  "D'Ávila",
  'Zoë Müller-Lüdenscheidt',
  '王小明',
  'Мария Иванова',
  'José  Antônio',
  'Dr. José',
  'Rua 7 de Setembro, 12.345',
  'Av. Brasil, 1.500 - Bl. B',
  'CNPJ 12.345.678/0001-90',
  'Apto 12: fundos',
  'Família 👨‍👩‍👧',
  '',
];

const addresses = [
  'http://mau.example',
  'HTTPS://MAU.EXAMPLE/x',
  'www.mau.example',
  'www.mau.bargains',
  'prêmiowww.m.b',
  'mau.example/x',
  'mau.bargains/x',
  'mau.com',
  'mau.com.br',
  'MAU.COM',
  'bit.ly/abc',
  'wa.me/5511987654321',
  'xn--80ak6aa92e.com',
  'mau.xn--p1ai',
  'мау.com',
  'ana@mau.com',
  'mailto:ana@mau',
  'javascript:alert(1)',
  'x://y',
  '10.0.0.1',
  'mau.bargains:8080',
  'mau\u200b.com',
  'm\u00adau.c\u2060om',
  'ht\u200dtp://mau.example',
  '\uff4d\uff41\uff55\uff0e\uff43\uff4f\uff4d',
  'mau\u3002com',
  'mau\uff61com',
  'mau\u2024com',
  'http:\u2215\u2215mau.example',
  'http\uff1a//mau.example',
  '\u{1d426}\u{1d41a}\u{1d42e}.com',
  '(mau.com)',
  'mau.com.',
];

describe('[COM20] a web address in a shopper’s text', () => {
  test.each(names)('an ordinary text is returned unchanged: %j', (name) => {
    expect(hasWebAddress(name)).toBe(false);
    expect(withoutWebAddress(name)).toBe(name);
  });

  test.each(addresses)('is found and removed: %j', (address) => {
    expect(hasWebAddress(`Ganhou ${address} agora`)).toBe(true);
    expect(withoutWebAddress(`Ganhou ${address} agora`)).toBe('Ganhou agora');
    expect(withoutWebAddress(address)).toBe('');
  });

  test.each([
    ['Maria.Silva', 'Maria. Silva'],
    ['Av.do Sol', 'Av. do Sol'],
    ['premio.bargains', 'premio. bargains'],
  ])('a word with a dot that may be no address is accepted, and gets a space after the dot: %s', (word, separated) => {
    expect(hasWebAddress(word)).toBe(false);
    expect(withoutWebAddress(word)).toBe(separated);
  });

  test.each([
    ['R.XV de Novembro', 'R. XV de Novembro'],
    ['Av.JK', 'Av. JK'],
    ['Rod.SP 55', 'Rod. SP 55'],
    ['Rod.BR 101', 'Rod. BR 101'],
    ['rod.br 101, km 3', 'rod. br 101, km 3'],
    ['Rodovia.MG 050', 'Rodovia. MG 050'],
    ['R.II', 'R. II'],
    ['R.VI, 20', 'R. VI, 20'],
    ['Apto.CB', 'Apto. CB'],
    ['(Bl.CC)', '(Bl. CC)'],
    ['Padaria Silva Ltda.ME', 'Padaria Silva Ltda. ME'],
    ['Silva & Cia.SA', 'Silva & Cia. SA'],
    ['Casa Lima Eireli.ME', 'Casa Lima Eireli. ME'],
    ['R.Pe.Anchieta', 'R. Pe. Anchieta'],
    ['Av.Com.Franco', 'Av. Com. Franco'],
    ['Av.Gov.José Malcher', 'Av. Gov. José Malcher'],
    ['R.Dr.Ivo', 'R. Dr. Ivo'],
    ['R.Ir.Dulce', 'R. Ir. Dulce'],
    ['R.Sr.dos Passos', 'R. Sr. dos Passos'],
    ['Av.Int.Fernando', 'Av. Int. Fernando'],
    ['Ltda.ME.', 'Ltda. ME.'],
    ['Santos.SP', 'Santos. SP'],
    ['Rio de Janeiro.RJ', 'Rio de Janeiro. RJ'],
    ['Qd.QI Lt.LL', 'Qd. QI Lt. LL'],
    ['Av.Mal.Deodoro', 'Av. Mal. Deodoro'],
    ['Ed.JK,Apto.AB', 'Ed. JK,Apto. AB'],
    ['Entregar na data:12/05', 'Entregar na data:12/05'],
  ])('an everyday spelling of an address or a company is accepted whole: %s', (text, spaced) => {
    expect(hasWebAddress(text)).toBe(false);
    expect(withoutWebAddress(text)).toBe(spaced);
  });

  test.each([
    'r.me/x',
    'av.com',
    'av.com.br',
    'R.Com.br',
    'av.com.',
    'r.co.uk',
    'ltda.net',
    'rod.mau.com',
    'R.mau.com',
    'av.mau.me',
    'Ltda.ME/x',
    'ltda.me:8080',
    'ltda.me?x',
    'Av.JK/x',
    'www.av.jk',
    'http://av.jk',
    'r.gov.br',
    'silva.me',
    'Silva.ME',
    'loja.me',
    'casa.com',
    'premio.to',
    'PREMIO.TO',
    'mau.pr',
    'Mau.BR',
    'mau.ac',
    'mau.zw',
    'mau.ai',
    'mau.uk',
    'mau.eu',
    'mau.io',
    'mau.tk',
    'mau.ly',
    'mau.gg',
    'mau.vc',
    'mau.cc',
    'mau.tv',
    'mau.pt',
    'mau.us',
    'mau.su',
    'rodovia@mau.me',
    'mau\ufeff.com',
    'ltda\u2024com',
    'R.XV.mau.com',
    'ｒ．ｃｏｍ',
    'data:text/html,x',
    'mau.com,Av.JK',
    'Av.JK,mau.com',
  ])('a real address stays one, whatever it begins with: %j', (text) => {
    expect(hasWebAddress(text)).toBe(true);
    expect(hasWebAddress(withoutWebAddress(`Ganhou ${text} agora`))).toBe(false);
    expect(withoutWebAddress(`Ganhou ${text} agora`)).toBe('Ganhou agora');
  });

  const part = fc.oneof(
    fc.constantFrom(
      ...addresses,
      ...names,
      '.',
      ':',
      '/',
      '//',
      'http',
      'www',
      'com',
      'mau',
      ' ',
      '\u200b',
      '\uff0e',
      '@',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );

  test('the result has no address, and a second call changes nothing', () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const rest = withoutWebAddress(parts.join(''));
        expect(hasWebAddress(rest)).toBe(false);
        expect(rest).not.toMatch(/:\/\/|www\.[^\s\p{C}]|[\p{L}\p{N}]\.\p{L}{2}/iu);
        expect(withoutWebAddress(rest)).toBe(rest);
      }),
      { numRuns: 5_000 },
    );
  });

  test('words without a dot, a colon and a slash are unchanged', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÿ'-]{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (tokens) => {
        expect(withoutWebAddress(tokens.join(' '))).toBe(tokens.join(' '));
      }),
    );
  });

  // With quadratic time this would take minutes.
  test.each(['r.', 'r.pe.', 'a', 'a.', 'a-', 'a.b-', 'www.', '1.', ':/', '\u3002x'])(
    'a long text of %j is searched in linear time',
    (unit) => {
      expect(hasWebAddress(withoutWebAddress(unit.repeat(100_000)))).toBe(false);
    },
  );

  test('the fields of a person refuse it with a message', () => {
    expect(checkName('Voce ganhou R$500 http://mau.example/0')).toEqual({ ok: false, code: 'text_address' });
    const entered = {
      street: 'www.mau.example',
      number: '1',
      complement: 'mau.com',
      neighborhood: 'a.b.co',
      city: 'x.yz/w',
    };
    const { issues } = checkAddress({ zipcode: '01001000', state: 'SP', ...entered });
    expect(issues.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'street text_address',
      'complement text_address',
      'neighborhood text_address',
      'city text_address',
    ]);
    expect(personIssueText({ code: 'text_address' }, 'pt-BR')).toBe('Escreva sem endereço de site.');
    expect(personIssueText({ code: 'text_address' }, 'en')).toBe('Leave out the web address.');
  });
});

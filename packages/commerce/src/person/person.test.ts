import { describe, expect, test } from 'vitest';
import {
  checkAddress,
  checkCnpj,
  checkCpf,
  checkCustomer,
  checkDocument,
  checkEmail,
  checkName,
  checkPhone,
  checkState,
  checkZipcode,
  customerHints,
  formatDocument,
  formatPhone,
  isReachable,
  personIssues,
  personIssueText,
  states,
  suggestEmail,
  type CheckedField,
} from './index.ts';

/** The value, or the code with its count. */
const outcome = (checked: CheckedField): string =>
  checked.ok ? checked.value : [checked.code, ...(checked.count === undefined ? [] : [checked.count])].join(' ');
const all = (check: (text: string) => CheckedField, ...texts: string[]): string[] =>
  texts.map((text) => outcome(check(text)));

describe('[COM13] an e-mail address', () => {
  test('is normalised to lower case, without spaces around it', () => {
    expect(all(checkEmail, ' Maria.Lima+loja@Cliente.Example ', 'a@b.co', "o'neil_1@sub.loja.com.br")).toEqual([
      'maria.lima+loja@cliente.example',
      'a@b.co',
      "o'neil_1@sub.loja.com.br",
    ]);
  });

  test('reports the missing part', () => {
    expect(all(checkEmail, '', ' ', 'maria', 'maria@', 'maria@gmail', 'maria@gmail.', 'maria@.com')).toEqual([
      'email_missing',
      'email_missing',
      'email_at',
      ...Array<string>(4).fill('email_ending'),
    ]);
    expect(
      all(checkEmail, 'maria lima@gmail.com', 'joão@gmail.com', 'a@b@gmail.com', '<a>@gmail.com', '@gmail.com'),
    ).toEqual(['email_space', 'email_accent', 'email_wrong', 'email_wrong', 'email_wrong']);
    expect(
      all(checkEmail, `${'a'.repeat(65)}@b.co`, `a@${'b.'.repeat(130)}co`, 'a@-b.co', 'a@b.1', 'a@b_c.co'),
    ).toEqual(Array<string>(5).fill('email_wrong'));
  });

  test('asks about a likely typing error', () => {
    const suggested = (domain: string): string | undefined => suggestEmail(`maria@${domain}`)?.slice('maria@'.length);
    for (const slip of [
      'gmial.com',
      'gmai.com',
      'gmal.com',
      'gmail.con',
      'gmail.co',
      'gamil.com',
      'gmail.com.br',
      'GMIAL.COM',
    ]) {
      expect([slip, suggested(slip)]).toEqual([slip, 'gmail.com']);
    }
    expect(['hotmal.com', 'hotmial.com', 'homail.com'].map(suggested)).toEqual(Array(3).fill('hotmail.com'));
    expect(['yaho.com.br', 'outlok.com', 'iclud.com', 'uol.com.r', 'bol.com.be'].map(suggested)).toEqual([
      'yahoo.com.br',
      'outlook.com',
      'icloud.com',
      'uol.com.br',
      'bol.com.br',
    ]);
  });

  test('of an existing domain, or similar to none, is not asked about', () => {
    const fine = [
      'gmail.com',
      'mail.com',
      'ymail.com',
      'email.com',
      'live.com',
      'hotmail.com.br',
      'loja.example',
      'me.com',
      'usp.br',
    ];
    expect(fine.map((domain) => suggestEmail(`a@${domain}`))).toEqual(fine.map(() => undefined));
  });
});

describe('[COM13] a CPF or CNPJ', () => {
  test('is accepted with or without punctuation', () => {
    expect(all(checkCpf, '123.456.789-09', '12345678909', ' 123 456 789 09 ', '529.982.247-25')).toEqual([
      '12345678909',
      '12345678909',
      '12345678909',
      '52998224725',
    ]);
    expect(all(checkCnpj, '11.222.333/0001-81', '12.abc.345/01de-35', '12ABC34501DE35')).toEqual([
      '11222333000181',
      '12ABC34501DE35',
      '12ABC34501DE35',
    ]);
  });

  test('reports the number of missing or extra digits, and a wrong check digit', () => {
    expect(all(checkCpf, '', '1234567890', '123', '123456789091', '12345678900', '11111111111', '1234567890A')).toEqual(
      ['document_missing', 'cpf_short 1', 'cpf_short 8', 'cpf_long 1', 'cpf_wrong', 'cpf_wrong', 'cpf_letters'],
    );
    expect(
      all(
        checkCnpj,
        '',
        '1122233300018',
        '112223330001811',
        '11222333000182',
        '12ABC34501DE36',
        '00000000000000',
        '12ABC34501DE3A',
        '1122233300_181',
      ),
    ).toEqual(['document_missing', 'cnpj_short 1', 'cnpj_long 1', ...Array<string>(5).fill('cnpj_wrong')]);
  });

  test('is distinguished by length and letters', () => {
    expect(
      all(checkDocument, '123.456.789-09', '1234567890', '123456789091', '11222333000181', '12ABC', '1122233300018'),
    ).toEqual(['12345678909', 'cpf_short 1', 'cpf_long 1', '11222333000181', 'cnpj_short 9', 'cnpj_short 1']);
  });

  test('is formatted with punctuation; another text is unchanged', () => {
    expect(['12345678909', '12ABC34501DE35', '123', '123.456.789-09'].map(formatDocument)).toEqual([
      '123.456.789-09',
      '12.ABC.345/01DE-35',
      '123',
      '123.456.789-09',
    ]);
  });
});

describe('[COM13] a phone', () => {
  test('is normalised to +55, area code and number, from any format', () => {
    const formats = [
      '11987654321',
      '(11) 98765-4321',
      '+55 11 98765-4321',
      '5511987654321',
      '011 98765 4321',
      '+55 (0)11 98765.4321',
    ];
    expect(all(checkPhone, ...formats)).toEqual(formats.map(() => '+5511987654321'));
    expect(all(checkPhone, '(11) 3333-4444', '551133334444', '55 99876-5432', '5533334444')).toEqual([
      '+551133334444',
      '+551133334444',
      '+5555998765432',
      '+555533334444',
    ]);
  });

  test('reports the missing part', () => {
    expect(
      all(checkPhone, '', '0', '98765-4321', '(11) 8765-4321', '119876543210', '11887654321', '20987654321'),
    ).toEqual([
      'phone_missing',
      'phone_short 11',
      'phone_short 2',
      'phone_short 1',
      'phone_long 1',
      'phone_nine 1',
      'phone_area',
    ]);
    expect(all(checkPhone, 'não tenho', '+1 212 555 0100', '+351912345678', '11+987654321')).toEqual([
      'phone_wrong',
      'phone_country',
      'phone_country',
      'phone_wrong',
    ]);
  });

  test('is formatted in the Brazilian style, and may be a mobile number', () => {
    expect(['+5511987654321', '+551133334444', '+351912345678'].map(formatPhone)).toEqual([
      '(11) 98765-4321',
      '(11) 3333-4444',
      '+351912345678',
    ]);
  });
});

describe('[COM13] a name', () => {
  test('has letters of any language, accents and apostrophes', () => {
    expect(all(checkName, "  Maria  d’Ávila O'Neil-Souza ", 'Zoë', '李小龍')).toEqual([
      "Maria d’Ávila O'Neil-Souza",
      'Zoë',
      '李小龍',
    ]);
    expect(all(checkName, '', '123', 'a'.repeat(101))).toEqual(['name_missing', 'name_letters', 'name_long']);
  });

  test('of one word is asked about once, like a typing error in the address', () => {
    expect(customerHints({ name: 'Maria', email: 'maria@gmial.com' })).toEqual([
      { field: 'name', code: 'name_one_word' },
      { field: 'email', code: 'email_slip', suggestion: 'maria@gmail.com' },
    ]);
    expect(customerHints({ name: 'Maria Lima', email: 'maria@gmail.com' })).toEqual([]);
    expect(customerHints({})).toEqual([]);
  });
});

describe('[COM13] a customer and an address', () => {
  test('are accepted member by member', () => {
    const input = {
      name: 'Maria Lima',
      email: 'MARIA@cliente.example',
      phone: '11 98765-4321',
      document: '123',
      other: 1,
    };
    expect(checkCustomer(input)).toEqual({
      customer: { name: 'Maria Lima', email: 'maria@cliente.example', phone: '+5511987654321' },
      issues: [{ field: 'document', code: 'cpf_short', count: 8 }],
    });
    expect(checkCustomer({ name: null, email: 7 }).issues.map(({ field, code }) => [field, code])).toEqual([
      ['email', 'email_missing'],
      ['name', 'name_missing'],
      ['document', 'document_missing'],
      ['phone', 'phone_missing'],
    ]);
  });

  test('require everything but the complement', () => {
    const address = {
      zipcode: '01001000',
      street: ' Praça  da Sé',
      number: 's/n',
      neighborhood: 'Sé',
      city: 'São Paulo',
      state: 'sp',
    };
    expect(checkAddress(address)).toEqual({
      address: { ...address, zipcode: '01001-000', street: 'Praça da Sé', complement: '', state: 'SP' },
      issues: [],
    });
    expect(checkAddress({ street: 'x'.repeat(201) }).issues).toEqual([
      { field: 'zipcode', code: 'zipcode_missing' },
      { field: 'street', code: 'text_long', count: 200 },
      { field: 'number', code: 'number_missing' },
      { field: 'neighborhood', code: 'neighborhood_missing' },
      { field: 'city', code: 'city_missing' },
      { field: 'state', code: 'state_missing' },
    ]);
  });

  test('a CEP has 8 digits, a state is one of 27', () => {
    expect(all(checkZipcode, '\u202a01001\u2013000\u202c', 'CEP: 01001-000', '０１００１０００')).toEqual(
      Array(3).fill('01001-000'),
    );
    expect(all(checkZipcode, '01001-000', '01.001-000', '0100100', '010010001', '0100100a', '')).toEqual([
      '01001-000',
      '01001-000',
      'zipcode_short 1',
      'zipcode_long 1',
      'zipcode_wrong',
      'zipcode_missing',
    ]);
    expect(new Set(states).size).toBe(27);
    expect(all(checkState, 'rj', 'XX', '')).toEqual(['RJ', 'state_missing', 'state_missing']);
  });
});

test('[COM1] a lead needs a text like an e-mail address or like a phone of any country', () => {
  const reachable = [
    { email: ' Ana@exemplo.com ' },
    { phone: '(11) 98765-4321' },
    { email: null, phone: '+351 912 345 678' },
  ];
  expect(reachable.map(isReachable)).toEqual([true, true, true]);
  const not = [
    {},
    { email: '', phone: null },
    { email: 'n/a' },
    { phone: '0' },
    { phone: 'ligar depois' },
    { email: 7, phone: {} },
  ];
  expect(not.map(isReachable)).toEqual(not.map(() => false));
});

describe('[COM13] the messages to shoppers', () => {
  test('use the singular and the plural', () => {
    const cpf = (count: number) => personIssueText({ code: 'cpf_short', count }, 'pt-BR');
    expect([cpf(1), cpf(2)]).toEqual([
      'Falta 1 número no CPF. São 11 no total.',
      'Faltam 2 números no CPF. São 11 no total.',
    ]);
    expect(personIssueText({ code: 'cnpj_long', count: 1 }, 'pt-BR')).toContain('Sobra 1 caractere no CNPJ.');
    expect(personIssueText({ code: 'email_at' }, 'pt-BR')).toBe('Digite o e-mail com @.');
  });

  test('contain neither blame nor exclamation marks', () => {
    for (const code of Object.keys(personIssues) as (keyof typeof personIssues)[]) {
      for (const locale of ['pt-BR', 'en'] as const) {
        const text = personIssueText({ code, count: 2 }, locale);
        expect(text).toMatch(/^\p{Lu}.*\.$/u);
        expect(text).not.toMatch(/inv[aá]lid|por favor|please|ops|oops|erro|!|undefined|NaN/i);
      }
    }
  });
});

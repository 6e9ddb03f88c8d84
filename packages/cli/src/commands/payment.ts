import {
  paymentAccountRefusals,
  paymentAccountStandings,
  paymentProviderNames,
  removePaymentMethod,
  setPaymentAccount,
  storeFind,
  withDatabase,
  type PaymentAccountStanding,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type Command, type Input } from '../command.ts';
import { languageOf, languageOption } from '../language.ts';
import { credentialsIn, jsonOf } from '../read-json.ts';
import { oneOf, storeOption, uuid } from '../words.ts';

const paymentMethods = ['pix', 'boleto', 'card'] as const;
type Method = (typeof paymentMethods)[number];

const words = {
  'pt-BR': {
    methods: { pix: 'PIX', boleto: 'boleto', card: 'cartão' },
    set: (methods: string, provider: string) => `${methods}: agora por ${provider}.`,
    webhook: (path: string) => `Endereço dos avisos, abaixo de BASE_URL: ${path}`,
    removed: (method: string) => `${method} não é mais oferecido.`,
    notOffered: (method: string) => `${method} não era oferecido.`,
    none: 'Nenhuma forma de pagamento: a página de pagamento desta loja não pode cobrar.',
    nothing: 'nada, mas os pagamentos de antes continuam',
    works: 'sem problema conhecido',
    trouble: (reason: string) => `com problema: ${reason}`,
  },
  en: {
    methods: { pix: 'PIX', boleto: 'boleto', card: 'card' },
    set: (methods: string, provider: string) => `${methods}: through ${provider} from now on.`,
    webhook: (path: string) => `Address of its webhooks, below BASE_URL: ${path}`,
    removed: (method: string) => `${method} is not offered any more.`,
    notOffered: (method: string) => `${method} was not offered.`,
    none: 'No way of paying: the payment page of this store cannot charge.',
    nothing: 'nothing, but payments of before go on',
    works: 'no known trouble',
    trouble: (reason: string) => `in trouble: ${reason}`,
  },
} as const;
type Locale = keyof typeof words;

/** `PIX, boleto` */
const listOf = (methods: readonly Method[], locale: Locale): string =>
  methods.map((method) => words[locale].methods[method]).join(', ');

/** The address, below BASE_URL, at which a provider tells that something happened. */
const webhookPath = (accountId: string): string => `/webhooks/payments/${accountId}`;

const set: Command = {
  usage:
    'payment set --store ID --provider pix-key|mercadopago|sandbox --methods M [--settings FILE] [--credentials FILE|--credentials-env NAME]',
  summary: 'Pay a store through a provider, for the ways of paying that are named',
  options: {
    store: storeOption,
    provider: { type: 'string', value: paymentProviderNames.join('|'), description: 'The provider', required: true },
    methods: {
      type: 'string',
      value: paymentMethods.join(','),
      description: 'The ways of paying that go through it; others stay where they are',
      required: true,
    },
    settings: {
      type: 'string',
      value: 'FILE',
      description: 'What it asks for, as JSON; absent: as before (docs/payments.md)',
    },
    credentials: {
      type: 'string',
      value: 'FILE',
      description: 'What is secret of it, as JSON; absent: as before',
    },
    'credentials-env': {
      type: 'string',
      value: 'NAME',
      description: 'The environment variable that holds it instead',
    },
    lang: languageOption,
  },
  words: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const locale = languageOf(input);
    const provider = oneOf(input, 'provider', paymentProviderNames);
    const methods = methodsIn(input);
    const settings = jsonOf(input, 'settings');
    const credentials = credentialsIn(input);
    const request = { provider, methods, settings, credentials };
    const made = await withDatabase(input.environment, (context) => setPaymentAccount(context, storeId, request));
    if (!made.ok) {
      return refusal(made.code, [paymentAccountRefusals[made.code][locale], ...made.issues].join('\n  '));
    }
    const { accountId } = made;
    const path = webhookPath(accountId);
    const told = words[locale].set(listOf(methods, locale), provider);
    return {
      json: { accountId, provider, methods, webhookPath: path },
      text: provider === 'mercadopago' ? `${told}\n${words[locale].webhook(path)}` : told,
    };
  },
};

function methodsIn(input: Input): Method[] {
  const asked = new Set(required(input, 'methods').split(','));
  const methods = paymentMethods.filter((method) => asked.delete(method));
  if (asked.size > 0) throw new UsageError(`--methods takes ${paymentMethods.join(', ')}, separated by commas`);
  return methods;
}

const list: Command = {
  usage: 'payment list --store ID',
  summary: 'List how a store is paid, and what troubles its accounts',
  options: { store: storeOption, lang: languageOption },
  words: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const locale = languageOf(input);
    const accounts = await withDatabase(input.environment, async ({ db }) =>
      (await storeFind(db, storeId)) ? paymentAccountStandings(db, storeId) : undefined,
    );
    if (!accounts) return refusal('STORE_NOT_FOUND', paymentAccountRefusals.STORE_NOT_FOUND[locale]);
    const lines = accounts.map((account) => describe(account, locale));
    return { json: { accounts }, text: lines.join('\n') || words[locale].none };
  },
};

/** `mercadopago  01a1fe41-…  PIX, cartão: com problema: ACCESS_TOKEN` */
function describe({ accountId, provider, methods, trouble }: PaymentAccountStanding, locale: Locale): string {
  const say = words[locale];
  const paid = listOf(methods, locale) || say.nothing;
  return `${provider.padEnd(11)}  ${accountId}  ${paid}: ${trouble === null ? say.works : say.trouble(trouble)}`;
}

const remove: Command = {
  usage: 'payment remove --store ID --method pix|boleto|card',
  summary: 'Stop offering a way of paying; payments that were begun go on',
  options: {
    store: storeOption,
    method: { type: 'string', value: paymentMethods.join('|'), description: 'The way of paying', required: true },
    lang: languageOption,
  },
  words: 0,
  async run(input) {
    const storeId = uuid(required(input, 'store'));
    const locale = languageOf(input);
    const method = oneOf(input, 'method', paymentMethods);
    const removed = await withDatabase(input.environment, (context) => removePaymentMethod(context, storeId, method));
    const name = words[locale].methods[method];
    if (!removed) return refusal('METHOD_NOT_OFFERED', words[locale].notOffered(name));
    return { json: { method, removed }, text: words[locale].removed(name) };
  },
};

/** How stores are paid: set, list, remove. */
export const paymentCommands = { 'payment set': set, 'payment list': list, 'payment remove': remove };

import {
  connectPaymentAccount,
  describeAccountReason,
  paymentAccountRefusals,
  paymentAccountStatuses,
  paymentProvider,
  paymentProviderNames,
  removePaymentMethod,
  testPaymentAccount,
  withDatabase,
  type PaymentAccountSet,
  type PaymentAccountStatus,
} from '@retoma/server/commands';
import { refusal, required, UsageError, type CommandOutput, type Input } from '../command.ts';
import type { Locale } from '../language.ts';
import { credentialsIn, jsonOf } from '../read-json.ts';
import { oneOf } from '../option-values.ts';
import { readOfStore, storeCommand } from '../store-command.ts';

const paymentMethods = ['pix', 'boleto', 'card'] as const;
type Method = (typeof paymentMethods)[number];

const texts = {
  'pt-BR': {
    methods: { pix: 'PIX', boleto: 'boleto', card: 'cartão' },
    set: (methods: string, provider: string) => `${methods}: recebido agora por ${provider}.`,
    webhook: (path: string) => `Endereço do webhook, depois de BASE_URL: ${path}`,
    removed: (method: string) => `${method} não é mais oferecido.`,
    notOffered: (method: string) => `${method} não é oferecido.`,
    none: 'Nenhuma forma de pagamento configurada: a loja não consegue receber.',
    nothing: 'só pagamentos já iniciados',
    working: 'ativa',
    unverified: 'não verificada',
    savedUnverified: 'Salva sem verificação. Para verificar: retoma payment test',
    tested: (account: string) => `Conta verificada${account === '' ? '' : `: ${account}`}.`,
    move: (method: string, from: string, to: string) =>
      `${method} passa de ${from} para ${to}; pagamentos já gerados continuam em ${from}.`,
    noAccount: (provider: string) => `A loja não tem conta em ${provider}.`,
    moveNow: (methods: string) => `Para mudar, uma forma de cada vez: --move ${methods}`,
    failing: (reason: string) => `erro: ${reason}`,
  },
  en: {
    methods: { pix: 'PIX', boleto: 'boleto', card: 'card' },
    set: (methods: string, provider: string) => `${methods}: now processed by ${provider}.`,
    webhook: (path: string) => `Webhook URL, after BASE_URL: ${path}`,
    removed: (method: string) => `${method} is no longer offered.`,
    notOffered: (method: string) => `${method} is not offered.`,
    none: 'No payment methods configured: the store cannot accept payments.',
    nothing: 'existing payments only',
    working: 'active',
    unverified: 'not verified',
    savedUnverified: 'Saved without verification. To verify: retoma payment test',
    tested: (account: string) => `Account verified${account === '' ? '' : `: ${account}`}.`,
    move: (method: string, from: string, to: string) =>
      `${method} moves from ${from} to ${to}; payments already created stay with ${from}.`,
    noAccount: (provider: string) => `The store has no account with ${provider}.`,
    moveNow: (methods: string) => `To move a payment method, one at a time: --move ${methods}`,
    failing: (reason: string) => `error: ${reason}`,
  },
} as const;

/** The labels of payment methods, separated by commas: `PIX, boleto`. */
const listOf = (methods: readonly Method[], locale: Locale): string =>
  methods.map((method) => texts[locale].methods[method]).join(', ');

/** The webhook path of a provider, below BASE_URL. */
const webhookPath = (accountId: string): string => `/webhooks/payments/${accountId}`;

const providers = paymentProviderNames.join('|');

const providerOption = {
  type: 'string',
  value: providers,
  description: 'Payment provider',
  required: true,
} as const;

/** Timeout of a provider's response, in milliseconds. */
const providerTimeoutMs = 20_000;

const set = storeCommand({
  usage: `payment set --store ID --provider ${providers} [--methods M] [--move METHOD] [--settings FILE] [--credentials FILE|--credentials-env NAME] [--save-anyway]`,
  summary: 'Connect a payment provider to a store and choose its payment methods',
  options: {
    provider: providerOption,
    methods: {
      type: 'string',
      value: paymentMethods.join(','),
      description: 'Payment methods of this provider, separated by commas; others are unchanged',
    },
    move: {
      type: 'string',
      value: paymentMethods.join('|'),
      description: 'Move this payment method from another provider',
    },
    settings: {
      type: 'string',
      value: 'FILE',
      description: 'JSON file with the settings (default: unchanged; see docs/payments.md)',
    },
    credentials: {
      type: 'string',
      value: 'FILE',
      description: 'JSON file with the credentials (default: unchanged)',
    },
    'credentials-env': {
      type: 'string',
      value: 'NAME',
      description: 'Environment variable with the credentials as JSON',
    },
    'save-anyway': { type: 'boolean', description: 'Save without verifying the credentials with the provider' },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const provider = oneOf(input, 'provider', paymentProviderNames);
    const move = input.values['move'] === undefined ? undefined : oneOf(input, 'move', paymentMethods);
    if (input.values['methods'] === undefined && move === undefined) required(input, 'methods');
    const methods = input.values['methods'] === undefined ? [] : methodsIn(input);
    const settings = jsonOf(input, 'settings');
    const credentials = credentialsIn(input);
    const saveAnyway = input.values['save-anyway'] === true;
    const request = { provider, methods, move, settings, credentials, saveAnyway };
    const connected = await withDatabase(input.environment, ({ orders, audit }) =>
      connectPaymentAccount(orders, storeId, request, AbortSignal.timeout(providerTimeoutMs), audit),
    );
    if (!connected.ok) return paymentRefused(connected, provider, locale);
    const { accountId, verified } = connected;
    const path = webhookPath(accountId);
    const { setupHelp } = paymentProvider(provider);
    const paid = move === undefined ? methods : [...methods, move];
    const lines = [
      texts[locale].set(listOf(paid, locale), provider),
      ...(verified ? [] : [texts[locale].savedUnverified]),
      ...(setupHelp ? [texts[locale].webhook(path), setupHelp[locale]] : []),
    ];
    return { json: { accountId, provider, methods: paid, verified, webhookPath: path }, text: lines.join('\n') };
  },
});

/** A refusal as text. For each method of another account it says what moving the method changes for shoppers. */
function paymentRefused(
  { code, issues, reason }: Extract<PaymentAccountSet, { ok: false }>,
  provider: string,
  locale: Locale,
): CommandOutput {
  const say = texts[locale];
  const conflicts =
    code === 'METHOD_OF_OTHER_ACCOUNT' ? issues.map((issue) => issue.split(': ') as [Method, string]) : [];
  const lines = [
    paymentAccountRefusals[code][locale],
    ...(conflicts.length > 0
      ? conflicts.map(([method, from]) => say.move(say.methods[method], from, provider))
      : issues),
    ...(conflicts.length > 0 ? [say.moveNow(conflicts.map(([method]) => method).join('|'))] : []),
    ...(reason === undefined ? [] : [`${reason}: ${describeAccountReason(reason, locale)}`]),
  ];
  return refusal(code, lines.join('\n  '));
}

const test = storeCommand({
  usage: `payment test --store ID --provider ${providers}`,
  summary: 'Verify a payment account with its provider; moves no money',
  options: { provider: providerOption },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const provider = oneOf(input, 'provider', paymentProviderNames);
    const tested = await withDatabase(input.environment, async (context) => {
      const account = (await paymentAccountStatuses(context.db, storeId)).find((one) => one.provider === provider);
      if (!account) return undefined;
      const { accountId } = account;
      const signal = AbortSignal.timeout(providerTimeoutMs);
      return { accountId, result: await testPaymentAccount(context.orders, storeId, accountId, signal) };
    });
    if (!tested?.result.ok) return refusal('ACCOUNT_NOT_FOUND', texts[locale].noAccount(provider));
    const { accountId, result } = tested;
    const { verified } = result;
    if (verified.outcome === 'ok') {
      return { json: { accountId, ...verified }, text: texts[locale].tested(verified.account) };
    }
    const why = describeAccountReason(verified.reason, locale);
    return { json: { accountId, ...verified }, text: `${verified.reason}: ${why}`, exitCode: 1 };
  },
});

function methodsIn(input: Input): Method[] {
  const requested = new Set(required(input, 'methods').split(','));
  const methods = paymentMethods.filter((method) => requested.delete(method));
  if (requested.size > 0)
    throw new UsageError(`--methods must be a comma-separated list of: ${paymentMethods.join(', ')}`);
  return methods;
}

const list = storeCommand({
  usage: 'payment list --store ID',
  summary: 'List the payment accounts of a store and their status',
  args: 0,
  async run(input) {
    const { locale } = input;
    const accounts = await readOfStore(input, paymentAccountStatuses);
    if (!accounts) return refusal('STORE_NOT_FOUND', paymentAccountRefusals.STORE_NOT_FOUND[locale]);
    const lines = accounts.map((account) => describeAccount(account, locale));
    return { json: { accounts }, text: lines.join('\n') || texts[locale].none };
  },
});

/** Describes a payment account: `<provider>  01a1fe41-…  PIX, cartão: com problema: ACCESS_TOKEN`. */
function describeAccount(account: PaymentAccountStatus, locale: Locale): string {
  const { accountId, provider, methods, lastError, verifiedAt } = account;
  const say = texts[locale];
  const paid = listOf(methods, locale) || say.nothing;
  const state = lastError !== null ? say.failing(lastError) : verifiedAt === null ? say.unverified : say.working;
  return `${provider.padEnd(11)}  ${accountId}  ${paid}: ${state}`;
}

const remove = storeCommand({
  usage: 'payment remove --store ID --method pix|boleto|card',
  summary: 'Stop offering a payment method; existing payments continue',
  options: {
    method: { type: 'string', value: paymentMethods.join('|'), description: 'Payment method', required: true },
  },
  args: 0,
  async run(input) {
    const { storeId, locale } = input;
    const method = oneOf(input, 'method', paymentMethods);
    const removed = await withDatabase(input.environment, (context) =>
      removePaymentMethod(context, storeId, method, context.audit),
    );
    const name = texts[locale].methods[method];
    if (!removed) return refusal('METHOD_NOT_OFFERED', texts[locale].notOffered(name));
    return { json: { method, removed }, text: texts[locale].removed(name) };
  },
});

/** Commands for payment accounts: set, list, test, remove. */
export const paymentCommands = {
  'payment set': set,
  'payment list': list,
  'payment test': test,
  'payment remove': remove,
};

import net from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { secretProblem } from '../crypto/derive-keys.ts';
import { maxShards } from '../ids.ts';
import { parseShards } from './parse-shards.ts';

const integer = (text: string) => z.coerce.number().int().min(0).describe(text);
const megabyte = 1_000_000;
const days = (text: string) => integer(`days to keep ${text}`).min(1).max(3650);

/** Whether a text is an IP address, or a range such as `10.0.0.0/8`. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = net.isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const isHttpUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

/**
 * Every setting, by its environment variable. scripts/write-docs.ts generates the table of docs/configuration.md from it: descriptions
 * are Markdown, and `absent` is shown as the default where there is none.
 */
export const Environment = z.object({
  DATABASE_URL: z
    .string()
    .min(1)
    .optional()
    .describe('PostgreSQL 15 to 18; several hosts if it has standbys: `postgresql://user@db-1,db-2/retoma`')
    .meta({ absent: 'embedded' }),
  DATABASE_OWNER_URL: z
    .string()
    .min(1)
    .optional()
    .describe('the same database as the owner of its tables, for migrations')
    .meta({ absent: '`DATABASE_URL`' }),
  DATABASE_WAIT_MS: integer('milliseconds to wait at startup for a server that accepts writes')
    .max(600_000)
    .default(60_000),
  SHARDS: z
    .string()
    .transform((text, check) => {
      const shards = parseShards(text);
      if (shards === undefined) check.addIssue('must be a list of shards such as 0-15,20');
      return shards ?? z.NEVER;
    })
    .optional()
    .describe('shards of this process, such as `0-15`')
    .meta({ absent: 'all' }),
  SHARD: integer('shard of a command; absent: that of its first id')
    .max(maxShards - 1)
    .default(0),
  RETOMA_HOME: z.string().min(1).default('.retoma').describe('folder of the embedded database, the secret and the log'),
  RETOMA_SECRET: z
    .string()
    .min(32)
    .superRefine((text, check) => {
      const problem = secretProblem(text);
      if (problem !== undefined) check.addIssue(problem);
    })
    .optional()
    .describe('master secret of keys and credentials')
    .meta({ absent: 'made once' }),
  PORT: integer('port; 0: any free port').max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('public URL, used in links')
    .meta({ absent: 'host and port' }),
  DATABASE_POOL: integer('connections of requests in one process').min(3).max(100).default(10),
  RATE_LIMIT_PER_SECOND: integer('requests per second and API key, or address without one; 0: no limit').default(100),
  RATE_LIMIT_BURST: integer('burst of requests of one of them').min(1).default(1000),
  RATE_LIMIT_MEGABYTES_PER_MINUTE: integer('megabytes of carts and events per API key; 0: no limit')
    .refine((limit) => limit === 0 || limit >= 9, 'must be 0 or at least 9, because a single cart may have 8 MiB')
    .default(20),
  STORE_MEGABYTES_PER_DAY: integer('the same per store; owners get an e-mail at 80 %; 0: no limit')
    .refine((limit) => limit === 0 || limit >= 9, 'must be 0 or at least 9, because a single cart may have 8 MiB')
    .default(1000),
  NEW_CONTACTS_PER_HOUR: integer(
    'new contacts of one network at a store before messages to more are held; 0: no limit',
  ).default(30),
  NEW_CONTACTS_PER_DAY: integer('the same').default(300),
  STORE_NEW_CONTACTS_PER_HOUR: integer('the same for all networks').default(2000),
  STORE_NEW_CONTACTS_PER_DAY: integer('the same').default(20_000),
  RECIPIENT_MESSAGES_PER_DAY: integer(
    'messages to a recipient who never paid at the store; more wait; 0: no limit',
  ).default(10),
  SHUTDOWN_DRAIN_MS: integer('milliseconds after SIGTERM during which requests are still served')
    .max(60_000)
    .default(250),
  METRICS_TOKEN: z.string().min(16).optional().describe('bearer token of `/metrics`; absent: this machine only'),
  METRICS_PORT: integer('port of `/metrics` and `/health` of `retoma work`').max(65_535).optional(),
  SLOW_QUERY_MS: integer('milliseconds after which a statement is logged as slow; 0: never').default(1000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('collector of traces: `http://collector:4318`'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[^=,\s]+=[^,]*(,[^=,\s]+=[^,]*)*$/)
    .optional()
    .describe('its headers: `name=value`, separated by commas'),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('retoma').describe('name of this service in traces'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).describe('share of traces to keep, 0 to 1'),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .transform((text) => (text === undefined ? [] : text.split(',').map((one) => one.trim())))
    .refine((all) => all.every(isProxy), 'must be addresses or ranges such as 10.0.0.0/8, separated by commas')
    .describe('proxies whose `X-Forwarded-For` is trusted: addresses or ranges (`10.0.0.0/8`), separated by commas'),
  ALLOW_PRIVATE_ADDRESSES: z
    .enum(['true', 'false'])
    .default('false')
    .describe('allow stores to use private addresses, for development'),
  MAIL_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'mail server for the service’s own e-mails: `smtps://user:password@host` or `smtp://`; absent: none are sent',
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\s@<>]+@[^\s@<>]+$/)
    .optional()
    .describe('their sender; required with `MAIL_URL`'),
  COPILOT_PROVIDER: z
    .enum(['anthropic', 'openai', 'openai-compatible'])
    .optional()
    .describe('model provider of the copilot; absent: no proposals'),
  COPILOT_MODEL: z.string().min(1).max(100).optional().describe('its model; required with `COPILOT_PROVIDER`'),
  COPILOT_API_KEY: z.string().min(1).optional().describe('its key; optional for `openai-compatible`'),
  COPILOT_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('its base URL; required for `openai-compatible`')
    .meta({ absent: 'the provider’s' }),
  COPILOT_PRICE_INPUT: z.coerce.number().min(0).optional().describe('price in US$ per million input tokens'),
  COPILOT_PRICE_OUTPUT: z.coerce.number().min(0).optional().describe('price in US$ per million output tokens'),
  COPILOT_DAILY_TOKENS: integer('tokens per store and day (UTC); 0: no limit').default(500_000),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('lowest level to log'),
  RETENTION_EVENT_DAYS: days('data of events').default(30),
  RETENTION_MESSAGE_DAYS: days('contents, recipients and reports of messages').default(90),
  RETENTION_LEAD_DAYS: days('shoppers of checkouts without an order').default(180),
  RETENTION_RUN_DAYS: days('finished runs').default(365),
  CEP_LOOKUP_URL: z
    .string()
    .trim()
    .refine((text) => text === 'off' || text.split(/\s+/).every(isHttpUrl), 'must be URLs separated by spaces, or off')
    .default('https://viacep.com.br/ws/{cep}/json/ https://brasilapi.com.br/api/cep/v1/{cep}')
    .describe('services for addresses of a CEP (API of ViaCEP or BrasilAPI), in order; `off`: shoppers enter them'),
  AUTOMATION_TEMPLATE_VALIDATION_MODE: z
    .enum(['off', 'warn', 'block'])
    .default('block')
    .describe('how to treat metatag errors of an import'),
});

type Values = z.infer<typeof Environment>;

/** An invalid setting; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Settings that other folders declare, by variable: those of providers. */
export type DeclaredSettings = Readonly<Record<string, z.ZodType<string>>>;

/** Reads the configuration from environment variables; an empty one counts as absent. `declared`: see `providerSettings`. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>, declared: DeclaredSettings = {}): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(nonEmpty);
  const ofProviders = z.object(declared).safeParse(nonEmpty);
  const issues = [parsed, ofProviders].flatMap(({ error }) => error?.issues ?? []);
  if (!parsed.success || !ofProviders.success) {
    throw new ConfigError(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  return toConfig(parsed.data, ofProviders.data);
}

/** The configuration of one process: validated, with defaults and absolute paths. */
export type Config = ReturnType<typeof toConfig>;

function toConfig(values: Values, providerSettings: Readonly<Record<string, string>>) {
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined)
    throw new ConfigError('DATABASE_URL: is required with DATABASE_OWNER_URL');
  return {
    databaseUrl: values.DATABASE_URL,
    /** CHK25: connects migrations as the owner of the tables; undefined: they run as the service's own role. */
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    /** For how long a start waits for the database, in milliseconds. */
    databaseWaitMs: values.DATABASE_WAIT_MS,
    /** The shard of a command. */
    shard: values.SHARD,
    /** The shards of this process; undefined: all. */
    shards: values.SHARDS,
    home: path.resolve(values.RETOMA_HOME),
    secret: values.RETOMA_SECRET,
    port: values.PORT,
    host: values.HOST,
    /** Without a trailing slash; undefined: it follows from host and port. */
    baseUrl: withoutSlash(values.BASE_URL),
    databasePool: values.DATABASE_POOL,
    rateLimit: { perSecond: values.RATE_LIMIT_PER_SECOND, burst: values.RATE_LIMIT_BURST },
    /** CHK9: bytes of bodies; 0: no limit. */
    byteLimits: {
      perMinute: values.RATE_LIMIT_MEGABYTES_PER_MINUTE * megabyte,
      ofStorePerDay: values.STORE_MEGABYTES_PER_DAY * megabyte,
    },
    /** COM21: contacts that are new to a store, for each network and for the store in all; 0: no limit. */
    contactLimits: {
      perHour: values.NEW_CONTACTS_PER_HOUR,
      perDay: values.NEW_CONTACTS_PER_DAY,
      ofStorePerHour: values.STORE_NEW_CONTACTS_PER_HOUR,
      ofStorePerDay: values.STORE_NEW_CONTACTS_PER_DAY,
    },
    /** COM42: messages in a day to a recipient who never paid at the store; 0: no limit. */
    recipientLimit: values.RECIPIENT_MESSAGES_PER_DAY,
    shutdownDrainMs: values.SHUTDOWN_DRAIN_MS,
    metricsToken: values.METRICS_TOKEN,
    /** Port of the metrics of `retoma work`; 0: any free port; undefined: they are not served. */
    metricsPort: values.METRICS_PORT,
    /** Statements that take this many milliseconds are logged as slow; 0: none are. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** Undefined: traces are not exported. */
    tracing: tracingOf(values),
    /** Addresses and ranges. `X-Forwarded-For` from any other address is ignored. */
    trustedProxies: values.TRUSTED_PROXIES,
    /** Whether requests to addresses from a store's settings may go to addresses that are not public. */
    allowPrivateAddresses: values.ALLOW_PRIVATE_ADDRESSES === 'true',
    /** Mail server and sender of the service's own e-mails; undefined: none are sent. */
    mail: mailOf(values),
    /** The settings that providers declare, by variable. */
    providerSettings,
    /** EDT6: the model of the copilot; undefined: none. */
    copilot: copilotOf(values),
    /** The most tokens of one store's copilot in a day; 0: no limit. */
    copilotDailyTokens: values.COPILOT_DAILY_TOKENS,
    logLevel: values.LOG_LEVEL,
    /** COM8: days of retention. */
    retention: {
      events: values.RETENTION_EVENT_DAYS,
      messages: values.RETENTION_MESSAGE_DAYS,
      leads: values.RETENTION_LEAD_DAYS,
      runs: values.RETENTION_RUN_DAYS,
    },
    /** URLs with the placeholder `{cep}`, the first one first; none: off. */
    cepLookupUrls: values.CEP_LOOKUP_URL === 'off' ? [] : values.CEP_LOOKUP_URL.split(/\s+/),
    templateValidationMode: values.AUTOMATION_TEMPLATE_VALIDATION_MODE,
  };
}

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/(?<!\/)\/+$/, '');

function mailOf({ MAIL_URL: url, MAIL_FROM: from }: Values) {
  if (url === undefined) return undefined;
  if (from === undefined) throw new ConfigError('MAIL_FROM: is required with MAIL_URL');
  return { url, from };
}

/** Where traces are exported to (OpenTelemetry). `ratio`: the share of them, 0 to 1. */
export type TracingConfig = NonNullable<ReturnType<typeof tracingOf>>;

function tracingOf({ OTEL_EXPORTER_OTLP_HEADERS: headers, ...values }: Values) {
  const endpoint = withoutSlash(values.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (endpoint === undefined) return undefined;
  return {
    endpoint,
    headers: headersIn(headers ?? ''),
    serviceName: values.OTEL_SERVICE_NAME,
    ratio: values.OTEL_TRACES_SAMPLER_ARG,
  };
}

/** Parses `name=value` pairs, separated by commas. Values are percent-encoded, as OpenTelemetry specifies. */
function headersIn(text: string): Record<string, string> {
  try {
    const pairs = text.split(',').map((pair) => /^([^=]+)=(.*)$/.exec(pair) ?? []);
    return Object.fromEntries(pairs.flatMap(([, name, value]) => (name ? [[name, decodeURIComponent(value!)]] : [])));
  } catch (error) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS: values must be percent-encoded', { cause: error });
  }
}

/** Checks the settings needed with COPILOT_PROVIDER at the start instead of at the first request. Throws ConfigError. */
function copilotOf(values: Values) {
  const { COPILOT_PROVIDER: provider, COPILOT_MODEL: model, COPILOT_API_KEY: apiKey, COPILOT_BASE_URL: url } = values;
  const { COPILOT_PRICE_INPUT: input, COPILOT_PRICE_OUTPUT: output } = values;
  if (provider === undefined) return undefined;
  if (model === undefined) throw new ConfigError('COPILOT_MODEL: is required with COPILOT_PROVIDER');
  if (provider === 'openai-compatible' ? url === undefined : apiKey === undefined) {
    const name = provider === 'openai-compatible' ? 'COPILOT_BASE_URL' : 'COPILOT_API_KEY';
    throw new ConfigError(`${name}: is required with COPILOT_PROVIDER ${provider}`);
  }
  const price = input === undefined || output === undefined ? undefined : { input, output };
  return { provider, model, apiKey, baseUrl: withoutSlash(url), price };
}

import path from 'node:path';
import { z } from 'zod';

const whole = (text: string) => z.coerce.number().int().min(0).describe(text);

/** Every setting, as the environment names it. The reference of settings is made from this. */
const Environment = z.object({
  DATABASE_URL: z.string().min(1).optional().describe('PostgreSQL 15 to 18; absent: embedded, below RETOMA_HOME'),
  RETOMA_HOME: z.string().min(1).default('.retoma').describe('Folder of the embedded database, the secret and the log'),
  RETOMA_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('At least 32 characters; absent: made once and kept under RETOMA_HOME'),
  PORT: whole('Port to listen on; 0: any free one').max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public address, used in payment links'),
  DATABASE_POOL: whole('Most connections of one process').min(3).max(100).default(10),
  RATE_LIMIT_PER_SECOND: whole('Sustained requests a second for each API key; 0: no limit').default(100),
  RATE_LIMIT_BURST: whole('Requests that one API key may make at once').min(1).default(1000),
  SHUTDOWN_DRAIN_MS: whole(
    'Time between SIGTERM and closing, in which requests are still answered; longer behind a load balancer',
  )
    .max(60_000)
    .default(250),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token of /metrics; absent: answered to this machine only'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  AUTOMATION_TEMPLATE_VALIDATION_MODE: z.enum(['off', 'warn', 'block']).default('block').describe('Metatag validation'),
});

/** The configuration of one process: checked, defaulted, absolute. */
export type Config = {
  databaseUrl: string | undefined;
  home: string;
  secret: string | undefined;
  port: number;
  host: string;
  /** Without a trailing slash; undefined until the port is known. */
  baseUrl: string | undefined;
  databasePool: number;
  rateLimit: { perSecond: number; burst: number };
  shutdownDrainMs: number;
  metricsToken: string | undefined;
  logLevel: z.infer<typeof Environment>['LOG_LEVEL'];
  templateValidationMode: 'off' | 'warn' | 'block';
};

/** A setting that cannot be used; the message names it. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the configuration from environment variables; an empty one counts as absent. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  }
  const values = parsed.data;
  return {
    databaseUrl: values.DATABASE_URL,
    home: path.resolve(values.RETOMA_HOME),
    secret: values.RETOMA_SECRET,
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL?.replace(/\/+$/, ''),
    databasePool: values.DATABASE_POOL,
    rateLimit: { perSecond: values.RATE_LIMIT_PER_SECOND, burst: values.RATE_LIMIT_BURST },
    shutdownDrainMs: values.SHUTDOWN_DRAIN_MS,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    templateValidationMode: values.AUTOMATION_TEMPLATE_VALIDATION_MODE,
  };
}

import { fileURLToPath } from 'node:url';

/** The parts of an error in a log line. `message` is included only if Retoma's own code constructed the error. */
export type LoggableError = {
  readonly type: string;
  readonly message?: string;
  readonly code?: string;
  readonly status?: number;
  readonly constraint?: string;
  readonly table?: string;
  readonly stack?: string;
  readonly cause?: LoggableError;
};

/**
 * CHK20: the parts of an error that are safe to log. A message of a library, a provider, the database or the JavaScript engine can quote
 * keys, rows and request bodies, so of such an error only name, code, HTTP status and stack frames remain.
 */
export function toLoggableError(error: unknown): LoggableError {
  const described = describe(error);
  const cause = error instanceof Error && error.cause !== undefined ? describe(error.cause) : undefined;
  return { ...described, ...(cause && { cause }) };
}

function describe(error: unknown): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, status, statusCode, constraint, table } = error as unknown as Record<string, unknown>;
  const frames = framesOf(error);
  return {
    type: identifier(error.name) ?? 'Error',
    ...(isOwn(frames[0]) && { message: error.message }),
    ...defined('code', identifier(code)),
    ...defined('status', httpStatus(status) ?? httpStatus(statusCode)),
    ...defined('constraint', identifier(constraint)),
    ...defined('table', identifier(table)),
    ...(frames.length > 0 && { stack: frames.join('\n') }),
  };
}

const maxFrames = 20;
const frame =
  /^ {4}at (?:[^\n()]{1,200} \()?(?:<anonymous>|native|(?:file:|node:|\/|[A-Za-z]:\\)[^\s()]{1,300}:\d+:\d+)\)?$/;

/** The frames of the stack, without its head, which repeats the message. */
function framesOf({ stack = '', message }: Error): string[] {
  const head = message === '' ? -1 : stack.indexOf(message);
  const rest = head === -1 ? stack : stack.slice(head + message.length);
  return rest
    .split('\n')
    .filter((line) => frame.test(line))
    .slice(0, maxFrames);
}

const packages = new URL('../../../..', import.meta.url);
const ownRoots = [packages.href, fileURLToPath(packages)];

/** Whether a frame is in Retoma's source. The first frame is the place that constructed the error. */
const isOwn = (place: string | undefined): boolean =>
  place !== undefined && !place.includes('node_modules') && ownRoots.some((root) => place.includes(root));

const identifier = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Za-z0-9_.$-]{1,80}$/.test(value) ? value : undefined;

const httpStatus = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 100 && value < 600 ? value : undefined;

const defined = <Name extends string, Value>(name: Name, value: Value | undefined): { [name in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { [name in Name]: Value });

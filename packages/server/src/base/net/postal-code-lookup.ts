import type { CallOut } from './http-client.ts';
import { parseJson } from '../json.ts';

/** The address of a CEP. Any member may be empty: a small town has one CEP for all its streets. */
export type PostalAddress = { street: string; neighborhood: string; city: string; state: string };

/** Finds the address of a CEP of 8 digits. `unknown`: a service says that it does not exist; undefined: no service answered. */
export type FindPostalAddress = (digits: string) => Promise<PostalAddress | 'unknown' | undefined>;

/** The most cached addresses; the oldest is evicted first. Addresses hardly ever change. */
const remembered = 2_000;
const answerBytes = 16 * 1024;

/** `timeoutMs`: of the whole lookup; `nextAfterMs`: how long after one service the next one is queried too. */
type LookupTimes = { readonly timeoutMs: number; readonly nextAfterMs: number };

/**
 * COM13: queries the services at `urls`, in which `{cep}` stands for the digits, with the API of ViaCEP or of BrasilAPI. Only the CEP is sent
 * to them. The one that answered last is queried first; the next one is queried as well once it failed, or is slow. Without a service no
 * request is made.
 */
export function openPostalCodes(
  callOut: CallOut,
  urls: readonly string[],
  { timeoutMs, nextAfterMs }: LookupTimes = { timeoutMs: 2_000, nextAfterMs: 800 },
): FindPostalAddress {
  const known = new Map<string, PostalAddress>();
  let order = urls;
  const request = async (url: string, digits: string, signal: AbortSignal): Promise<Found> => {
    const limits = { timeoutMs, answerBytes };
    const call = await callOut({ method: 'GET', url: url.replace('{cep}', digits), signal, limits });
    const answer = call.outcome === 'answered' && call.status === 200 ? read(parseJson(call.body)) : undefined;
    if (answer !== undefined) order = [url, ...urls.filter((other) => other !== url)];
    return answer;
  };
  return async (digits) => {
    const before = known.get(digits);
    if (before) return before;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]);
    const requests = order.map((url) => () => request(url, digits, signal));
    const address = await firstAnswer(requests, nextAfterMs);
    ended.abort();
    if (typeof address !== 'object') return address;
    if (known.size >= remembered) known.delete(known.keys().next().value!);
    known.set(digits, address);
    return address;
  };
}

type Found = PostalAddress | 'unknown' | undefined;

/** The first answer of several services, which are queried one after the other; undefined: none answers. */
function firstAnswer(requests: readonly (() => Promise<Found>)[], nextAfterMs: number): Promise<Found> {
  return new Promise((resolve) => {
    let started = 0;
    let failed = 0;
    const next = async (): Promise<void> => {
      const request = requests[started++];
      if (!request) return;
      const waited = setTimeout(() => void next(), nextAfterMs);
      const answer = await request();
      clearTimeout(waited);
      if (answer !== undefined) return resolve(answer);
      failed++;
      if (failed === requests.length) resolve(undefined);
      else if (failed === started) await next();
    };
    if (requests.length === 0) resolve(undefined);
    else void next();
  });
}

/** The members of an address in each API. */
const members = [
  { street: 'logradouro', neighborhood: 'bairro', city: 'localidade', state: 'uf' },
  { street: 'street', neighborhood: 'neighborhood', city: 'city', state: 'state' },
] as const;

/**
 * Reads an answer. ViaCEP answers an unknown CEP with 200 and `erro`, as a text or a boolean. BrasilAPI's 404 may also mean that its own sources
 * failed, so it is not an answer.
 */
function read(body: unknown): Found {
  if (typeof body !== 'object' || body === null) return undefined;
  const reported = body as Readonly<Record<string, unknown>>;
  if (String(reported['erro']) === 'true') return 'unknown';
  const text = (name: string, longest: number): string => {
    const value = reported[name];
    return typeof value === 'string' ? value.slice(0, longest) : '';
  };
  const { street, neighborhood, city, state } = members.find((names) => text(names.city, 1) !== '') ?? members[0];
  const address = { street: text(street, 200), neighborhood: text(neighborhood, 100), city: text(city, 100) };
  const uf = text(state, 3);
  return address.city !== '' && /^[A-Z]{2}$/.test(uf) ? { ...address, state: uf } : undefined;
}

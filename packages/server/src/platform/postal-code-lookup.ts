import type { CallOut } from './http-client.ts';

/** The address of a CEP. Any member may be empty: a small town has one CEP for all its streets. */
export type PostalAddress = { street: string; neighborhood: string; city: string; state: string };

/** Finds the address of a CEP of 8 digits. `unknown`: the service says that it does not exist; undefined: no service answered. */
export type FindPostalAddress = (digits: string) => Promise<PostalAddress | 'unknown' | undefined>;

/** The most cached addresses; the oldest is evicted first. Addresses hardly ever change. */
const remembered = 2_000;
const answerBytes = 16 * 1024;

/**
 * Queries a service with ViaCEP's API at `url`, in which `{cep}` stands for the digits. Only the CEP is sent to it. With `off` no request
 * is made. An answer that takes longer than `timeoutMs` is none.
 */
export function openPostalCodes(callOut: CallOut, url: string, timeoutMs = 2_000): FindPostalAddress {
  const limits = { timeoutMs, answerBytes };
  const known = new Map<string, PostalAddress>();
  return async (digits) => {
    const before = known.get(digits);
    if (before || url === 'off') return before;
    const signal = AbortSignal.timeout(timeoutMs);
    const call = await callOut({ method: 'GET', url: url.replace('{cep}', digits), signal, limits });
    const address = call.outcome === 'answered' && call.status === 200 ? read(call.body) : undefined;
    if (typeof address !== 'object') return address;
    if (known.size >= remembered) known.delete(known.keys().next().value!);
    known.set(digits, address);
    return address;
  };
}

/** The response to an unknown CEP is 200 too, with `erro`. */
function read(body: Buffer): PostalAddress | 'unknown' | undefined {
  let reported: Record<string, unknown>;
  try {
    reported = JSON.parse(body.toString()) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (String(reported['erro']) === 'true') return 'unknown';
  const text = (name: string, longest: number): string => {
    const value = reported[name];
    return typeof value === 'string' ? value.slice(0, longest) : '';
  };
  const state = text('uf', 2);
  const address = { street: text('logradouro', 200), neighborhood: text('bairro', 100), city: text('localidade', 100) };
  return address.city !== '' && /^[A-Z]{2}$/.test(state) ? { ...address, state } : undefined;
}

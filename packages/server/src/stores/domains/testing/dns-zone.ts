import type { Dns } from '../dns-records.ts';

/** A DNS zone, by `TYPE name`; `'down'`: no response. It is read for each lookup. */
export function dnsOf(rows: Readonly<Record<string, unknown>>): Dns {
  const ask = (type: string) => (name: string) => {
    const found = rows[`${type} ${name}`];
    if (found === 'down') return Promise.reject(Object.assign(new Error('down'), { code: 'ETIMEOUT' }));
    return found === undefined
      ? Promise.reject(Object.assign(new Error('nobody'), { code: 'ENOTFOUND' }))
      : Promise.resolve(found);
  };
  return {
    resolve4: ask('A'),
    resolveCname: ask('CNAME'),
    resolveNs: ask('NS'),
    resolveTxt: ask('TXT'),
  } as unknown as Dns;
}

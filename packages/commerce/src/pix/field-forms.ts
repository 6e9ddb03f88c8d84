/** The forms of its fields. */
export const forms = {
  merchantCategory: /^\d{4}$/,
  amount: /^\d{1,10}\.\d{2}$/,
  txid: /^[A-Za-z0-9]{1,25}$/,
  withdrawal: /^\d{8}$/,
  key: /^\S{1,77}$/,
} as const;

/** The longest value of a field, in characters. */
export const lengths = { key: 77, url: 77, info: 72, name: 25, city: 15, postalCode: 10, template: 99 } as const;

/** The value of field 26-00; read in any case. */
export const pixDomain = 'br.gov.bcb.pix';

/** Stands in field 62-05 where there is no txid. */
export const noTxid = '***';

/** Whether a text can be the address of a dynamic code: printable ASCII, a host name, no scheme. */
export const isPixUrl = (url: string): boolean =>
  url.length <= lengths.url && /^[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/[!-~]*)?$/i.test(url);

import type { Database } from '../../../base/postgres/pool.ts';
import { automationList } from '../../definitions/queries/automations.ts';

/** An address that automations of a store send from. `automations`: how many. */
export type Sender = { readonly name: string; readonly email: string; readonly automations: number };

/** The address of a sender in a definition; an address with a metatag does not match. */
const plain = /^[^\s@{}]+@([^\s@{}]{1,253}\.[^\s@{}]{1,253})$/;

/** The addresses that the drafts of a store's automations send from, by their domain. */
export async function storeSenders(db: Database, storeId: string): Promise<Map<string, Sender[]>> {
  const uses = new Map<string, Sender>();
  for (const { draft } of await automationList(db, storeId)) {
    const own = new Map<string, string>();
    collectAddresses(JSON.parse(draft), own);
    for (const [email, name] of own) {
      const { automations = 0 } = uses.get(email) ?? {};
      uses.set(email, { name, email, automations: automations + 1 });
    }
  }
  const domains = new Map<string, Sender[]>();
  for (const sender of uses.values()) {
    const domain = plain.exec(sender.email)![1]!;
    domains.set(domain, [...(domains.get(domain) ?? []), sender]);
  }
  return domains;
}

function collectAddresses(value: unknown, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { remetente_email: email, remetente_nome: name } = value as Record<string, unknown>;
  if (typeof email === 'string' && plain.test(email.trim())) {
    found.set(email.trim().toLowerCase(), typeof name === 'string' ? name : '');
  }
  for (const member of Object.values(value)) collectAddresses(member, found);
}

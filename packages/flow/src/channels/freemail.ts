/**
 * Domains in which anyone gets an address, each row with the mail servers that may send for them. Their owners publish that mail from other
 * servers is false (DMARC), and no one else can change it in the DNS.
 */
const providers: readonly (readonly [domains: RegExp, servers: RegExp])[] = [
  [/^(?:gmail|googlemail)\.com$/, /(?:^|\.)(?:gmail|google|googlemail)\.com$/],
  [/^(?:outlook|hotmail|live|msn|passport)\.[a-z.]+$/, /(?:^|\.)(?:office365|outlook|hotmail|live)\.com$/],
  [/^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com|aol\.com|aim\.com)$/, /(?:^|\.)(?:yahoo|aol|yahoodns)\.[a-z.]+$/],
  [/^(?:icloud|me|mac)\.com$/, /(?:^|\.)(?:me|icloud|mac)\.com$/],
  [/^(?:uol|bol|zipmail)\.com\.br$/, /(?:^|\.)(?:uol|bol|zipmail)\.com\.br$/],
  [/^terra\.com(?:\.br)?$/, /(?:^|\.)terra\.com(?:\.br)?$/],
  [/^(?:ig|superig)\.com\.br$/, /(?:^|\.)ig\.com\.br$/],
  [/^(?:globo\.com|globomail\.com)$/, /(?:^|\.)(?:globo|globomail)\.com$/],
  [/^(?:oi|r7|click21|pop)\.com\.br$|^(?:oi\.com\.br|r7\.com)$/, /(?:^|\.)(?:oi|r7|click21|pop)\.com(?:\.br)?$/],
  [/^(?:proton\.me|protonmail\.(?:com|ch)|pm\.me)$/, /(?:^|\.)(?:protonmail\.(?:ch|com)|proton\.me)$/],
  [/^(?:gmx\.[a-z.]+|mail\.com|web\.de)$/, /(?:^|\.)(?:gmx\.[a-z.]+|mail\.com|web\.de)$/],
  [/^(?:yandex\.[a-z.]+|ya\.ru|mail\.ru|bk\.ru|list\.ru|inbox\.ru)$/, /(?:^|\.)(?:yandex\.[a-z.]+|mail\.ru)$/],
  [/^(?:zoho|zohomail)\.[a-z.]+$/, /(?:^|\.)zoho(?:mail)?\.[a-z.]+$/],
];

/**
 * Whether mailboxes refuse an address as a sender because its free provider sends through servers of its own. `server`: the host of the
 * store's mail server; null: it has none.
 */
export function isForeignFreemail(address: string, server: string | null): boolean {
  if (server === null) return false;
  const domain = address
    .slice(address.lastIndexOf('@') + 1, address.length)
    .trim()
    .toLowerCase();
  const provider = providers.find(([domains]) => domains.test(domain));
  return provider !== undefined && !provider[1].test(server.trim().toLowerCase().replace(/\.$/, ''));
}

// Whom a mail server's refusal is about. One decision for what is refused while a message is sent, and for what a returned message says.

/** A refusal. `command`: the SMTP command that was answered, if known. `text`: the server's text, with its codes. */
export type Refusal = { readonly code: number; readonly command?: string; readonly text: string };

/**
 * - `recipient`: this address cannot receive, or not now.
 * - `limit`: the sender sent as much as the account may. `blocked`: the account, its network or its messages are refused as such.
 * - `sender`: the sender's address or domain is refused. `login`: the server wants a login.
 * - `size`, `content`: this message is too large, or is refused for what it says.
 * - `greylisted`: the server tries whether we come back. `busy`: it is not ready.
 * - `policy`: a rule of the server that it does not name. `unknown`: the refusal does not say.
 */
export type RefusalCause =
  | 'recipient'
  | 'limit'
  | 'blocked'
  | 'sender'
  | 'login'
  | 'size'
  | 'content'
  | 'greylisted'
  | 'busy'
  | 'policy'
  | 'unknown';

type Rows = readonly (readonly [RegExp, RefusalCause])[];

/** SMTP codes that require authentication or reject it (RFC 4954). */
const loginCodes: ReadonlySet<number> = new Set([530, 534, 535, 538]);

/**
 * Enhanced codes (RFC 3463, 5248, 7372, 7505, and those of Microsoft and Google) that name a cause, without their class. They count before
 * the text, since a server may describe the same refusal in any text.
 */
const exact: Rows = [
  [/^(?:1\.(?:[12346]|10)|2\.2|7\.1[23]\d)$/, 'recipient'],
  [/^(?:1\.9[01]|4\.5)$/, 'limit'],
  [/^(?:1\.[78]|2\.252|7\.(?:2\d|60|509|515))$/, 'sender'],
  [/^7\.(?:[389]|57|139)$/, 'login'],
  [/^7\.[567]\d\d$/, 'blocked'],
];

/** What an enhanced code means where neither the table above nor the text says it. */
const vague: Rows = [
  [/^(?:2\.3|3\.4)$/, 'size'],
  [/^(?:2\.\d+|4\.[14])$/, 'recipient'],
  [/^6\./, 'content'],
  [/^[37]\./, 'policy'],
];

/** Texts of servers; the first that match count. Every repetition is bounded. */
const texts: Rows = (
  [
    [String.raw`gr[ae]y-?list`, 'greylisted'],
    [
      String.raw`concurren|too many (?:\w{1,20} ){0,2}connections|sending rate exceeded|per second|server (?:is )?busy`,
      'busy',
    ],
    [String.raw`too (?:large|big)|size (?:limit|exceed)|exceed\w{0,3} .{0,40}size|message size`, 'size'],
    // The recipient's own limits, before those of the sender
    [
      String.raw`receiv\w{1,5} .{0,40}(?:rate|limit|quota|too (?:much|quickly|fast))|recebendo .{0,40}(?:r[aá]pid|taxa)`,
      'recipient',
    ],
    [
      String.raw`mailbox .{0,40}(?:full|quota)|over.?quota|out of (?:storage|space)|insufficient (?:system )?storage|storage (?:quota|limit)|caixa .{0,40}(?:chei|lotad)`,
      'recipient',
    ],
    [
      String.raw`\b(?:daily|hourly|monthly)\b|per (?:\d{1,3} )?(?:day|hour|minute)|submission ?quota|quota exceeded|ratelimit|rate.limit|throttl`,
      'limit',
    ],
    [
      String.raw`(?:send|sender|sending|sent|messages?|e?mails?|recipients?|relay|outgoing|outbound) .{0,30}(?:limit|quota)|(?:limit|quota) .{0,30}(?:send|outgoing|outbound)`,
      'limit',
    ],
    [
      String.raw`exceed\w{0,3} .{0,40}(?:messages|e-?mails|recipients|limit|quota|credits|failures)|(?:credits|limit) (?:\w{1,20} ){0,2}(?:exceeded|reached)`,
      'limit',
    ],
    [
      String.raw`too many (?:\w{1,20} ){0,2}(?:messages|e-?mails|mails|recipients)|max(?:imum)? (?:\w{1,20} ){0,2}(?:messages|e-?mails|credits)`,
      'limit',
    ],
    [
      String.raw`(?:limite|cota) .{0,30}(?:envio|mensage|e-?mail|di[aá]ri|hora|excedid|atingid)|envios? .{0,30}(?:limite|cota|excedid)`,
      'limit',
    ],
    [
      String.raw`auth(?:entication)? (?:is )?required|must (?:be )?(?:auth|log)|not authenticated|senders not allowed|autentica[çc][ãa]o (?:obrigat|necess)`,
      'login',
    ],
    [
      String.raw`\b(?:dmarc|spf|dkim)\b|unauthenticated|relay(?:ing)? (?:access )?(?:denied|not|disallowed)|unable to relay|permitted to relay|send.?as|remetente`,
      'sender',
    ],
    [
      String.raw`sender.{0,60}(?:reject|refus|denied|invalid|verif|not (?:allowed|owned|found|exist)|unknown|identity)|not (?:allowed|authori[sz]ed|permitted) to send|from (?:address|header|domain).{0,60}(?:match|verif|allow|not)|address is not verified`,
      'sender',
    ],
    [
      String.raw`your (?:e-?mail )?(?:account|domain|ip|server|network)\b.{0,60}(?:block|suspend|disabl|restrict|limit|list|reject)|sending suspended|sender.{0,40}(?:block|ban)|outgoing.{0,40}block|unusual (?:sending|rate|amount)`,
      'blocked',
    ],
    [
      String.raw`block ?list|black ?list|reputation|spamhaus|spamcop|sorbs|barracudacentral|\b(?:rbl|dnsbl)\b|client host.{0,80}(?:reject|block|denied)|\b(?:ip|host|network)\b.{0,60}(?:listed|banned|block)|traffic not accepted|policy reasons|conta .{0,30}(?:bloquead|suspens)`,
      'blocked',
    ],
    [
      String.raw`no such (?:user|mailbox|recipient|address|person|account)|recipientnotfound|unrouteable|no mailbox|(?:recipient|user) (?:has )?blocked|recipient (?:address )?(?:reject|refus|denied)|doesn't have an? .{0,30}account`,
      'recipient',
    ],
    [
      String.raw`\b(?:user|recipient|mailbox|account|addressee|address)\b.{0,80}(?:unknown|not (?:found|exist|have|here|known|available)|n['o]t exist|unavailable|invalid|inactive|disabled|deactivated|discontinued|suspended|closed|expired)`,
      'recipient',
    ],
    [
      String.raw`(?:unknown|invalid|inactive|nonexistent|bad) (?:\w{1,20} ){0,2}(?:user|recipient|mailbox|address|account|local)`,
      'recipient',
    ],
    [
      String.raw`(?:usu[aá]rio|caixa|conta|destinat[aá]rio) .{0,40}(?:inexist|desconhecid|inv[aá]lid|desativad|n[aã]o (?:exist|encontr))`,
      'recipient',
    ],
    [String.raw`\bspam\b|virus|malware|phish|\bcontent\b|unsolicited|suspicious|\burls?\b`, 'content'],
  ] as const
).map(([pattern, cause]) => [new RegExp(pattern, 'i'), cause]);

/** Words after this many characters are not read. */
const longest = 1_000;

const firstOf = (rows: Rows, text: string): RefusalCause | undefined => rows.find(([row]) => row.test(text))?.[1];

/** Whom a refusal is about. */
export function causeOf({ code, command = '', text }: Refusal): RefusalCause {
  if (loginCodes.has(code)) return 'login';
  const plain = text.slice(0, longest).replace(/\s+/g, ' ');
  const enhanced = /(?:^|[^\d.])[245]\.(\d{1,3}\.\d{1,3})(?![\d.])/.exec(plain)?.[1] ?? '';
  const cause =
    firstOf(exact, enhanced) ?? firstOf(texts, plain) ?? (code === 552 || code === 523 ? 'size' : undefined);
  const certain = cause ?? firstOf(vague, enhanced) ?? 'unknown';
  if (command.startsWith('DATA') || command === '') return certain;
  // The server knows no recipient before RCPT and no text before DATA.
  if (certain === 'content') return 'policy';
  return certain === 'recipient' && !command.startsWith('RCPT') ? 'blocked' : certain;
}

/** Whether a refusal is about the sender, and so about no recipient. */
export const isOfSender = (cause: RefusalCause): boolean =>
  cause === 'limit' || cause === 'blocked' || cause === 'sender' || cause === 'login';

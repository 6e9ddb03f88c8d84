// The vocabulary of Retoma: terms with their meaning, and banned words. docs/glossary.md is generated from this table.

/** Area → term → its meaning in one line. Each term has one meaning, and each meaning has one term. */
export const glossary: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Commerce: {
    store: "One merchant's shop; every row belongs to one.",
    'example store': 'A store of one user with a month of invented data, which reaches no one.',
    'member, role':
      'A user of the panel who works for a store; owner, editor, support or reader. `user` is the login, `membership` ties user to store.',
    'session, second factor': 'A signed-in browser; TOTP.',
    'API key': '`checkout` (may sit in a page) or `secret` (servers only).',
    actor: 'Who does something that is audited: a member, or the command line.',
    'audit log': 'What actors did at a store, written in the transaction that did it.',
    checkout: 'One cart with its payment link; what one API request creates.',
    cart: "The items of a checkout; `signed` when the store's server signed it.",
    shopper: 'The person at one checkout: contact data, address, chosen shipping.',
    lead: 'A shopper of whom an e-mail or a phone is known.',
    customer: 'The buyer as flows, orders and metatags name them (`{{customer.name}}`).',
    contact:
      'An e-mail address or phone. `contact hash`: its keyed hash per store; the only form in which consent and ledger rows hold it.',
    'consent, opt-out': "A contact's recorded choice for a channel; an opt-out is a withdrawn consent.",
    'suppression, bounce': 'An address that gets no e-mail; the delivery failure reports that led there.',
    'privacy request': 'Export or erasure of all that is stored of one contact (LGPD).',
    order: "A purchase and its status, from our payment page or from the store's own system.",
    payment: "One attempt to pay an order; its id is the provider's idempotency key.",
    'payment method': '`pix`, `boleto` or `card`.',
    'payment account': "A store's account at a payment provider: settings, sealed credentials.",
    'payment request / result':
      'What a provider is asked to create; what came of it. `lookup`: asking for the current state. `update`: a state the provider reports.',
    snapshot: "The purchase's prices frozen into the order.",
    event:
      'Something that happened at a store (`pix.generated`, ...). Append-only; written with the change it records.',
    'deduplication key': 'What makes two reports of one change the same event.',
  },
  Automations: {
    automation: 'A flow with its switch, draft and published versions; what a store owner edits.',
    'flow, flow definition': 'The JSON document: name, trigger, settings, steps.',
    trigger: 'The event type that starts an automation.',
    step: 'One entry of a flow: delay, condition, action, retry, loop, end.',
    'branch, edge': 'One labelled way out of a condition; any way from step to step.',
    handler: "An action's list that a reply, open, click or silence starts: `onResponse`, ...",
    member: 'A field of the definition, declared once in the member table.',
    metatag: 'A placeholder in a message: `{{order.total}}`.',
    'template (of an automation)': 'A flow ready to use. `whatsapp template`: one approved by Meta.',
    plan: 'A flow compiled for execution: numbered steps, edges, `needsData` per continuation.',
    'validation issue': 'Code, path, severity, values; rendered into a sentence once.',
    fix: 'An edit that removes an issue.',
    'scenario, trace': "The simulator's input: data, replies, delivery results; its output.",
    'test run': 'A flow tried out in the editor; a trace without side effects.',
    operation: 'An invertible edit of a flow; an undo entry holds its inverse.',
    proposal: "Operations that the copilot suggests; `feedback` is the member's answer.",
  },
  'Engine and delivery': {
    run: 'One execution of one automation version for one event.',
    'run state, thread, listener':
      "The interpreter's state; a line of execution in it; what waits for a reply, open or click.",
    'input, effect': 'What advances a run; what the interpreter wants done.',
    'wake-up, timer': "A run's next due instant; the row that finds it.",
    'hold, release': 'A run or input parked while its automation is paused.',
    'queue, claim': 'Work of one kind waiting in PostgreSQL; taking it with `for update skip locked`.',
    'poll loop': 'The loop that claims and processes one queue; `notify` wakes it.',
    batch: 'What one transaction advances; `mode`: batch, skip-duplicates, isolated.',
    task: 'One run to advance, with its inputs.',
    'run context': 'Everything current about one run that a decision reads, locked for share.',
    decision: 'What advancing a run came to: new state, timeline entries, sends. Pure.',
    'send request, send decision': 'A message that a run wants; send, wait or fail.',
    'admission, permit': "Whether a provider's concurrency, pace and warm-up take a message now; one acquired slot.",
    message: 'What goes to a contact over a channel; key: run, step, pass.',
    'ledger, ledger entry': "The `messages` table; one message's row.",
    'outbox message': 'A message written before its provider is called.',
    'lease, reservation': "A batch's time-limited claim on its outbox messages; one of them.",
    'delivery, attempt': 'A message handed to a provider; one try of it.',
    outcome: 'sent, failed, skipped, unknown. `status`: what the provider reports later (delivered, read).',
    dispatcher: 'Calls providers outside transactions and buffers outcomes.',
    channel: 'whatsapp, email, sms.',
    'provider, adapter, registry':
      'A service behind a channel or payments; the folder that speaks its protocol; the table of them.',
    connection: "A store's account at a channel provider.",
    'webhook, webhook update': "A provider's HTTP request to us; one thing it reports.",
    alias:
      "A provider's own id of a person, from which no phone follows (WhatsApp's LID, business-scoped user id); kept as a keyed hash.",
    observation: 'What a webhook contained and cannot be used; counted by its code and shape.',
    'tracking link, bot event': 'Open pixel and click link of a message; an open or click made by software.',
    circuit: 'A connection that failed repeatedly gets no sends until `circuit_open_until`.',
    'retention, sweep': 'Deleting what is old; one pass over a table, resumed at its `cursor`.',
    'periodic job': 'What workers do on a schedule.',
    'counter, segment': 'Summed run outcomes; the older part of a long timeline.',
    'invariant, doctor': 'What must hold of all runs; the command that checks it all.',
  },
  Operations: {
    'shard, place':
      'A schema with all tables of some stores; its database and schema. Shard 0 also has the users and the map of the shards.',
  },
};

/** Banned in names, comments, test titles and documents: metaphors, and words with a meaning that only this project used. */
export const bannedEverywhere: readonly string[] = (
  'told tell tells telling hear hears heard hearing news standing standings surroundings judge judged judges manner manners poke poked ' +
  'linger duty duties portion portions patience chapter chapters tally tallies wish wishes happening happenings tryout outgone nursery ' +
  'mend mends mended whoever somebody nobody anybody theirs elsewhere'
).split(' ');

/** Banned in names of files, identifiers, tables and CSS classes: words that say too little, or have another meaning in the field. */
export const bannedInNames: readonly string[] = (
  'notice kept taken asked shown said given gone begun whole bare stray fault trouble story situation fate world verdict press book charge ' +
  'feed feeds room works ways around mine most least who meant composer entrance shelf reveals words'
).split(' ');

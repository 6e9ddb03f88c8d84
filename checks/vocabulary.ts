// The vocabulary of Retoma: terms that a newcomer cannot guess, and words that a standard term has replaced. docs/glossary.md is generated
// from the glossary.

/** Area → term → its meaning in one line. Each term has one meaning, and each meaning has one term. */
export const glossary: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Commerce: {
    'public key, secret key':
      '`rtm_live_…` creates checkouts and may be in a page; `rtm_secret_…` stays on a server. Those of test mode begin with `rtm_test_`.',
    checkout: 'One cart with its payment link.',
    'order, payment': 'What a shopper decided to pay; one attempt to pay it, by PIX, boleto or card.',
    'shopper, customer': 'The person at one checkout; the buyer as flows, orders and metatags name them.',
    lead: 'A shopper whose e-mail or phone is known.',
    'signed cart': "A cart signed by the store's server, so its prices are trusted.",
    'contact hash': 'Keyed hash of an e-mail or phone; all that consents and ledger hold of it.',
    'suppression, opt-out': 'An address that gets no e-mail after bounces; a withdrawn consent.',
    'payment account': "A store's account at a payment provider, with sealed credentials.",
    sandbox: 'Providers that store messages in an inbox and simulate payments.',
    'example store': 'A store with invented data that reaches no one.',
  },
  Automations: {
    'automation, flow': 'A flow with its switch, draft and versions; the JSON document.',
    'trigger, step': 'The event that starts an automation; a wait, a message, a condition, …',
    handler: 'Steps that a reply, open, click or silence starts: `onResponse`, …',
    member: 'A field of the definition. Of a store: a user.',
    metatag: 'A placeholder in a message: `{{order.total}}`.',
    plan: 'A flow compiled for execution.',
    operation: 'An invertible edit of a flow. Of a run: cancel, skip, retry, release.',
    'proposal, fix': 'Operations that the copilot suggests; an edit that resolves an issue.',
  },
  'Engine and delivery': {
    run: 'One execution of one automation version for one event.',
    'thread, listener': 'A line of execution in a run; what waits for a reply, open or click.',
    'input, effect': 'What advances a run; what the interpreter wants done.',
    'wake-up, timer': "A run's next due instant; the row that finds it.",
    'hold, release': 'Parking runs while their automation is paused; continuing them.',
    decision: 'The result of advancing a run: state, timeline entries, sends. Pure.',
    permit: "A slot within a provider's concurrency, pace and warm-up.",
    ledger: 'The `messages` table; its key is run, step, pass.',
    'outbox message': 'A message written before its provider is called.',
    'lease, reservation': "A batch's time-limited claim on its outbox messages; one of them.",
    'outcome, status': 'Result of sending (sent, failed, skipped, unknown); what the provider reports later.',
    'channel, connection': "WhatsApp, e-mail or SMS; a store's account at its provider.",
    alias: "A provider's id of a person without a phone, kept as a keyed hash.",
    circuit: 'Stops sends over a connection that fails repeatedly.',
    'invariant, doctor': 'What must hold of all runs; the command that checks it.',
  },
  Operations: {
    'shard, place': 'The tables of some stores; its database and schema.',
  },
};

/** Words of this project that misled readers → the standard term. They occur in no name, comment, test title, document or text of the API. */
export const replacedWords: Readonly<Record<string, string>> = {
  fate: 'outcome',
  judge: 'check',
  mend: 'repair',
  patience: 'timeout',
  poke: 'notify',
  portion: 'batch',
  standing: 'status',
  tally: 'counter',
  verdict: 'result',
  wish: 'request',
};

// Budgets of costs that do not depend on the machine's speed. Tests measure each cost; one above its budget fails and names the cause.
// CONTRIBUTING.md says how to raise one. `node scripts/go.mjs run scripts/write-budgets.ts` prints today's figures.
import type { DatabaseCosts } from './database-costs.ts';

/** Measured figures by the name of what was measured. */
export type Figures = Readonly<Record<string, number>>;

/** Today's figures, and the reason for their size. */
export type Budget<T> = { readonly reason: string; readonly figures: T };

/** Costs of one operation, and the reason for their size. */
export type DatabaseBudget = DatabaseCosts & { readonly reason: string };

/** Budgets of the database: WAL bytes, rows, index entries and statements. */
export const databaseBudgets: Readonly<Record<string, DatabaseBudget>> = {
  'checkout, bare': {
    reason: 'The checkout itself, found by id and listed by its store.',
    writes: {
      checkouts: { inserted: 1, walBytes: 279 },
      checkouts_pkey: { entries: 1, walBytes: 72 },
      checkouts_store: { entries: 1, walBytes: 96 },
      commits: { walBytes: 34 },
    },
    statements: { 'checkout-insert-1': 1 },
  },
  'checkout, with token': {
    reason: 'The token besides: A6 gives a shopper the newest checkout of a cart.',
    writes: {
      checkouts: { inserted: 1, walBytes: 359 },
      checkouts_cart: { entries: 1, walBytes: 136 },
      checkouts_pkey: { entries: 1, walBytes: 72 },
      checkouts_store: { entries: 1, walBytes: 96 },
      commits: { walBytes: 34 },
    },
    statements: { 'checkout-insert-1': 1 },
  },
  'checkout, with customer and token': {
    reason:
      'A customer makes a lead, who is found by e-mail and phone. Its event is stored only where an active automation starts with it.',
    writes: {
      checkouts: { inserted: 1, walBytes: 567 },
      checkouts_abandon: { entries: 1, walBytes: 64 },
      checkouts_cart: { entries: 1, walBytes: 136 },
      checkouts_email: { entries: 1, walBytes: 152 },
      checkouts_phone: { entries: 1, walBytes: 104 },
      checkouts_pkey: { entries: 1, walBytes: 72 },
      checkouts_store: { entries: 1, walBytes: 96 },
      commits: { walBytes: 34 },
    },
    statements: { 'checkout-insert-1-unless-awaited': 1 },
  },
  'checkout, with Idempotency-Key': {
    reason: 'The response is stored under its key, for A7.',
    writes: {
      checkouts: { inserted: 1, walBytes: 279 },
      checkouts_pkey: { entries: 1, walBytes: 72 },
      checkouts_store: { entries: 1, walBytes: 96 },
      commits: { walBytes: 34 },
      idempotency_keys: { inserted: 1, walBytes: 447 },
      idempotency_keys_created: { entries: 1, walBytes: 64 },
      idempotency_keys_pkey: { entries: 1, walBytes: 112 },
    },
    statements: { begin: 1, 'checkout-insert-1': 1, commit: 1, 'idempotency-key-claim': 1 },
  },
  '100 checkouts at once, with customer and token': {
    reason: 'The first one alone, 99 behind it in two transactions: the batch saves statements and commits, not rows.',
    writes: {
      checkouts: { inserted: 100, walBytes: 56700 },
      checkouts_abandon: { entries: 100, walBytes: 6620 },
      checkouts_cart: { entries: 100, walBytes: 13592 },
      checkouts_email: { entries: 100, walBytes: 15184 },
      checkouts_phone: { entries: 100, walBytes: 10408 },
      checkouts_pkey: { entries: 100, walBytes: 7208 },
      checkouts_store: { entries: 100, walBytes: 9600 },
      commits: { walBytes: 102 },
    },
    statements: {
      'checkout-insert-1-unless-awaited': 1,
      'checkout-insert-35-unless-awaited': 1,
      'checkout-insert-64-unless-awaited': 1,
    },
  },
  'event, of a new order': {
    reason:
      'The event and the order that it describes; the order is locked first, so that events of one order follow each other (E7). The buyer is found by mailbox, for coupons of a first purchase (COM28), and by name (AUT18). A connection with a platform may have reported the order first (CON3).',
    writes: {
      commits: { walBytes: 34 },
      event_queue: { inserted: 1, walBytes: 100 },
      event_queue_pkey: { entries: 1, walBytes: 88 },
      events: { inserted: 1, walBytes: 642 },
      events_external: { entries: 1, walBytes: 112 },
      events_newest: { entries: 1, walBytes: 104 },
      events_order: { entries: 1, walBytes: 72 },
      events_pkey: { entries: 1, walBytes: 72 },
      events_subject: { entries: 1, walBytes: 184 },
      orders: { inserted: 1, walBytes: 439 },
      orders_buyer: { entries: 1, walBytes: 88 },
      orders_external: { entries: 1, walBytes: 112 },
      orders_mailbox: { entries: 1, walBytes: 88 },
      orders_name: { entries: 1, walBytes: 88 },
      orders_number: { entries: 1, walBytes: 88 },
      orders_phone: { entries: 1, walBytes: 104 },
      orders_pkey: { entries: 1, walBytes: 72 },
      orders_store: { entries: 1, walBytes: 88 },
    },
    statements: {
      begin: 1,
      commit: 1,
      'event-insert-many': 1,
      'order-find-checkout': 1,
      'order-insert': 1,
      'order-lock': 1,
      'platform-order-find': 1,
    },
  },
  'event, of a new order, with a webhook': {
    reason:
      'The same, with two messages for the endpoint: order.created and pix.generated (WHK2). The statements are those of a store without one, which writes no row for webhooks.',
    writes: {
      commits: { walBytes: 34 },
      event_queue: { inserted: 1, walBytes: 100 },
      event_queue_pkey: { entries: 1, walBytes: 88 },
      events: { inserted: 1, walBytes: 642 },
      events_external: { entries: 1, walBytes: 112 },
      events_newest: { entries: 1, walBytes: 104 },
      events_order: { entries: 1, walBytes: 72 },
      events_pkey: { entries: 1, walBytes: 72 },
      events_subject: { entries: 1, walBytes: 184 },
      orders: { inserted: 1, walBytes: 439 },
      orders_buyer: { entries: 1, walBytes: 88 },
      orders_external: { entries: 1, walBytes: 112 },
      orders_mailbox: { entries: 1, walBytes: 88 },
      orders_name: { entries: 1, walBytes: 88 },
      orders_number: { entries: 1, walBytes: 88 },
      orders_phone: { entries: 1, walBytes: 104 },
      orders_pkey: { entries: 1, walBytes: 72 },
      orders_store: { entries: 1, walBytes: 88 },
      webhook_endpoints: { walBytes: 54 },
      webhook_messages: { inserted: 2, walBytes: 1502 },
      webhook_messages_created: { entries: 2, walBytes: 132 },
      webhook_messages_due: { entries: 2, walBytes: 176 },
      webhook_messages_newest: { entries: 2, walBytes: 160 },
      webhook_messages_pkey: { entries: 2, walBytes: 176 },
      webhook_messages_subject: { entries: 2, walBytes: 192 },
    },
    statements: {
      begin: 1,
      commit: 1,
      'event-insert-many': 1,
      'order-find-checkout': 1,
      'order-insert': 1,
      'order-lock': 1,
      'platform-order-find': 1,
    },
  },
  'run of three steps, alone': {
    reason:
      'Event, run, timer, its timeline, one message. The statements are those of every queue that the test polls by hand, empty ones included; a worker polls for all runs together.',
    writes: {
      automations: { walBytes: 108 },
      commits: { walBytes: 136 },
      event_queue: { deleted: 1, inserted: 1, walBytes: 208 },
      event_queue_pkey: { entries: 1, walBytes: 88 },
      events: { inserted: 1, walBytes: 388 },
      events_newest: { entries: 1, walBytes: 104 },
      events_order: { entries: 1, walBytes: 72 },
      events_pkey: { entries: 1, walBytes: 72 },
      message_leases: { deleted: 1, inserted: 1, walBytes: 453 },
      message_leases_pkey: { entries: 1, walBytes: 72 },
      messages: { inserted: 1, walBytes: 271 },
      messages_pkey: { entries: 1, walBytes: 104 },
      messages_settled: { walBytes: 72 },
      messages_store: { entries: 1, walBytes: 80 },
      orders: { walBytes: 108 },
      run_counters: { inserted: 2, walBytes: 202 },
      run_counters_pkey: { entries: 2, walBytes: 144 },
      run_timers: { deleted: 1, inserted: 1, walBytes: 224 },
      run_timers_due: { entries: 1, walBytes: 64 },
      run_timers_pkey: { entries: 1, walBytes: 80 },
      runs: { inserted: 1, updated: 2, walBytes: 836 },
      runs_automation: { entries: 1, walBytes: 88 },
      runs_one_per_event: { entries: 1, walBytes: 88 },
      runs_pkey: { entries: 1, walBytes: 72 },
    },
    statements: {
      'automation-listen-for': 1,
      'automation-statuses': 2,
      begin: 12,
      commit: 12,
      'connection-list-active': 1,
      'event-find-later': 1,
      'event-insert-many': 1,
      'event-queue-claim': 5,
      'event-queue-delete-claimed': 1,
      'live-events': 3,
      'live-orders-lock': 2,
      'message-insert-many': 1,
      'message-lease-insert': 1,
      'message-lease-lock': 1,
      'message-lease-is-expired': 3,
      'message-list-pending': 3,
      'opt-out-confirmation-take': 3,
      'opt-out-stores': 1,
      'run-claim-due': 3,
      'run-find-stopped': 1,
      'run-input-list-runs': 3,
      'run-input-claim': 1,
      'run-insert-many': 1,
      'run-operation-claim': 3,
      'run-counter-insert-many': 2,
      'run-timer-set-many': 1,
      'run-timer-delete-claimed': 1,
      'run-update-many': 2,
      'store-find': 4,
    },
  },
  '200 runs of three steps together': {
    reason:
      'What is written is that of 200 runs; statements, commits and the ledger of leases are shared, which is why workers take batches.',
    writes: {
      automations: { walBytes: 108 },
      commits: { walBytes: 136 },
      event_queue: { deleted: 2, inserted: 2, walBytes: 3606 },
      event_queue_pkey: { entries: 2, walBytes: 176 },
      events: { inserted: 200, walBytes: 77600 },
      events_newest: { entries: 200, walBytes: 20816 },
      events_order: { entries: 200, walBytes: 14416 },
      events_pkey: { entries: 200, walBytes: 14408 },
      message_leases: { deleted: 1, inserted: 1, walBytes: 1892 },
      message_leases_pkey: { entries: 1, walBytes: 72 },
      messages: { inserted: 200, walBytes: 54200 },
      messages_pkey: { entries: 200, walBytes: 20752 },
      messages_settled: { walBytes: 72 },
      messages_store: { entries: 200, walBytes: 16108 },
      orders: { walBytes: 21600 },
      run_counters: { inserted: 2, walBytes: 202 },
      run_counters_pkey: { entries: 2, walBytes: 144 },
      run_timers: { deleted: 1, inserted: 1, walBytes: 205 },
      run_timers_due: { entries: 1, walBytes: 64 },
      run_timers_pkey: { entries: 1, walBytes: 80 },
      runs: { inserted: 200, updated: 400, walBytes: 167200 },
      runs_automation: { entries: 200, walBytes: 17608 },
      runs_one_per_event: { entries: 200, walBytes: 17592 },
      runs_pkey: { entries: 200, walBytes: 14408 },
      'toast of message_leases': { walBytes: 32250 },
      'toast of run_timers': { walBytes: 3590 },
    },
    statements: {
      'automation-listen-for': 1,
      'automation-statuses': 2,
      begin: 12,
      commit: 12,
      'connection-list-active': 1,
      'event-find-later': 1,
      'event-insert-many': 1,
      'event-queue-claim': 5,
      'event-queue-delete-claimed': 1,
      'live-events': 3,
      'live-orders-lock': 2,
      'message-insert-many': 1,
      'message-lease-insert': 1,
      'message-lease-lock': 1,
      'message-lease-is-expired': 3,
      'message-list-pending': 3,
      'opt-out-confirmation-take': 3,
      'opt-out-stores': 1,
      'run-claim-due': 3,
      'run-find-stopped': 1,
      'run-input-list-runs': 3,
      'run-input-claim': 1,
      'run-insert-many': 1,
      'run-operation-claim': 3,
      'run-counter-insert-many': 2,
      'run-timer-set-many': 1,
      'run-timer-delete-claimed': 1,
      'run-update-many': 2,
      'store-find': 4,
    },
  },
  message: {
    reason:
      'The reservation before the provider is called, the outcome after it, and the new position of the run (write first, then act).',
    writes: {
      automations: { walBytes: 54 },
      commits: { walBytes: 34 },
      message_leases: { walBytes: 405, deleted: 1, inserted: 1 },
      message_leases_pkey: { walBytes: 72, entries: 1 },
      messages: { walBytes: 223, inserted: 1 },
      messages_pkey: { walBytes: 88, entries: 1 },
      messages_store: { walBytes: 89, entries: 1 },
      orders: { walBytes: 54 },
      runs: { walBytes: 209, updated: 1 },
    },
    statements: {
      'event-find-later': 1,
      'automation-statuses': 1,
      begin: 1,
      commit: 1,
      'connection-list-active': 1,
      'live-events': 1,
      'live-orders-lock': 1,
      'message-insert-many': 1,
      'message-lease-insert': 1,
      'message-lease-lock': 1,
      'opt-out-stores': 1,
      'run-update-many': 1,
      'store-find': 1,
    },
  },
};

/** Budgets of gzipped bytes, for one file or for all files that a page loads. */
export const byteBudgets: Readonly<Record<string, Budget<Figures>>> = {
  'payment page, details': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment. The methods and instalments are named before any field (COM13); what a contact is used for, a box that stores it later (COM34), the way to a code (COM35) and a box for each consent (COM36) are 0.2 KB.',
    figures: { page: 5788 },
  },
  'payment page, returning': {
    reason:
      'The page with the style that it uses in it, light and dark, and one field: the contact, or the code (COM35).',
    figures: { page: 5024 },
  },
  'payment page, method': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 5802 },
  },
  'payment page, pix': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 5901 },
  },
  'payment page, pix-expired': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 5030 },
  },
  'payment page, boleto': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 5307 },
  },
  'payment page, processing': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 4763 },
  },
  'payment page, paid': {
    reason:
      'The page with the style that it uses in it, light and dark, and the status of the order (COM26): what comes next, address, e-mail, contacts, links.',
    figures: { page: 5118 },
  },
  'payment page, cancelled': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 4137 },
  },
  'payment page, no-method': {
    reason:
      'The page with the style that it uses in it, light and dark: one request, and nothing else stands between a shopper and their payment.',
    figures: { page: 4091 },
  },
  'payment page, below-minimum': {
    reason: 'The page with the style that it uses in it, and what is missing to the minimum order (COM27).',
    figures: { page: 4094 },
  },
  'payment page, pay.js': {
    reason:
      'The script of every page of a checkout: clock, copying, updates of the payment, checks while a person types, the address of a CEP.',
    figures: { page: 3521 },
  },
  'payment page, scripts': {
    reason:
      'That script, the checks of a person, the punctuation of what is typed and the storing of a contact that was entered (COM34, 0.4 KB), what a web address looks like among them (E20) and what of it is a Brazilian abbreviation (0.5 KB), what is pasted with a contact (COM13, 0.5 KB), the form around card fields, and the card fields of each provider, of which those of the sandbox (0.5 KB) load at test stores alone; a page loads all but the first only where it needs them.',
    figures: { page: 12565 },
  },
  'boleto to print': {
    reason: 'The frame and the style of the payment page, light and dark, with a few lines.',
    figures: { page: 4851 },
  },
  'notice, unknown link': {
    reason: 'The frame and the style of the payment page, light and dark, with a few lines.',
    figures: { page: 3122 },
  },
  'bank of the sandbox': {
    reason: 'The frame and the style of the payment page, light and dark, with a few lines.',
    figures: { page: 5084 },
  },
  unsubscribe: {
    reason: 'The frame and the style of the payment page, light and dark, with a few lines.',
    figures: { page: 3664 },
  },
  '/docs': {
    reason:
      'The first document, the quick start with the first message, and the navigation, with the guides of the API, and the style of the site in it.',
    figures: { file: 4199 },
  },
  '/docs/api': {
    reason:
      'Every address, member, example and code of the API, with checkouts, reported carts, orders, webhooks, their events and the clock of test mode, on one page to be searched.',
    figures: { file: 15102 },
  },
  '/client.js': {
    reason:
      'The part of the SDK that creates checkouts and reports carts: a page of a shop loads it before a shopper can buy.',
    figures: { file: 2906 },
  },
  '/openapi.json': {
    reason:
      'The API for programs: orders, checkouts, carts and webhooks with the schema and an example of each response and event, from which clients are generated.',
    figures: { file: 23793 },
  },
  '/automation.schema.json': {
    reason:
      'The format of an automation, for editors, with the members of a wait until a time. An if for each shape, in place of oneOf, keeps the work of a validator linear.',
    figures: { file: 5879 },
  },
  'panel, first load': {
    reason:
      'React, router, queries and the kit of controls (Mantine), with the style of all of them and one font: what every page of the panel shares. The dialog of S9 asks on any page who it is, with a passkey too. Besides, the button of the search and its shortcut.',
    figures: {
      'AccordionChevron.js': 479,
      'ActionIcon.js': 1244,
      'Alert.js': 881,
      'Code.js': 411,
      'Collapse.js': 1516,
      'CopyButton.js': 281,
      'FocusTrap.js': 2670,
      'Input.js': 3404,
      'Popover.js': 5813,
      'Portal.js': 20944,
      'SimpleGrid.js': 1103,
      'Skeleton.js': 491,
      'TextInput.js': 639,
      'Title.js': 692,
      'account.js': 7312,
      'create-safe-context.js': 197,
      'create-scoped-keydown-handler.js': 563,
      'formats.js': 624,
      'get-style-object.js': 129,
      'icons.js': 2141,
      'index.js': 131641,
      'index.css': 36716,
      'inter-latin-wght-normal.woff2': 48256,
      'jsx-runtime.js': 3115,
      'links.js': 2412,
      'loaded.js': 1504,
      'locale.js': 519,
      'notify.js': 22214,
      'pasted.js': 431,
      'query.js': 13043,
      'rolldown-runtime.js': 429,
      'surface.js': 197,
      'texts.js': 15908,
      'tone-badge.js': 498,
      'use-callback-ref.js': 199,
      'use-clipboard.js': 370,
      'use-store.js': 257,
      'use-uncontrolled.js': 235,
      'useNavigate.js': 213,
      page: 1005,
    },
  },
  'panel, editor': {
    reason:
      'What every page shares, and besides: the checks of automations that the server uses too, the diagram, and the forms of steps. The check of the whole flow runs in another thread, so it has a copy of its own of what it needs, loaded after the first paint. The editor of code comes when it is opened. Waits until a time are computed, and the changes of two windows merged.',
    figures: {
      page: 805,
      'AccordionChevron.js': 479,
      'ActionIcon.js': 1244,
      'Alert.js': 881,
      'Checkbox.js': 2909,
      'Code.js': 411,
      'Collapse.js': 1516,
      'FileButton.js': 509,
      'FocusTrap.js': 2670,
      'Input.js': 3404,
      'List.js': 795,
      'NumberInput.js': 9476,
      'Pill.js': 1052,
      'Popover.js': 5813,
      'Portal.js': 20944,
      'SegmentedControl.js': 2984,
      'SimpleGrid.js': 1103,
      'Skeleton.js': 491,
      'Switch.js': 1648,
      'Table.js': 1733,
      'TextInput.js': 639,
      'Textarea.js': 1615,
      'Title.js': 692,
      'any-step-form.js': 35367,
      'any-step-form.css': 1415,
      'check-worker.js': 74790,
      'confirm-dialog.js': 717,
      'count.js': 553,
      'create-safe-context.js': 197,
      'create-scoped-keydown-handler.js': 563,
      'diagram.css': 2010,
      'diagram.js': 69179,
      'dist.js': 99279,
      'duration.js': 354,
      'editor.js': 46740,
      'editor.css': 2137,
      'examples.js': 953,
      'flow-tree.js': 2073,
      'formats.js': 624,
      'get-env.js': 68,
      'get-style-object.js': 129,
      'icons.js': 2141,
      'index.js': 131641,
      'index.css': 36716,
      'inter-latin-wght-normal.woff2': 48256,
      'issue.js': 1341,
      'jsx-runtime.js': 3115,
      'links.js': 2412,
      'list-text.js': 1819,
      'list-text.css': 2939,
      'loaded.js': 1504,
      'locale.js': 519,
      'message-preview.css': 1023,
      'message-preview.js': 6641,
      'money.js': 246,
      'natural-data.js': 8973,
      'notify.js': 22214,
      'operation-codes.js': 3611,
      'parse-duration.js': 610,
      'pasted.js': 431,
      'phone.js': 809,
      'query.js': 13043,
      'rolldown-runtime.js': 429,
      'sms-parts.js': 1663,
      'step-metrics.js': 1583,
      'step-text.js': 11841,
      'surface.js': 197,
      'texts.js': 16771,
      'time-field.js': 506,
      'tone-badge.js': 498,
      'use-activation.js': 39617,
      'use-callback-ref.js': 199,
      'use-debounced-value.js': 365,
      'use-editor.js': 433,
      'use-resize-observer.js': 466,
      'use-store.js': 257,
      'use-uncontrolled.js': 235,
      'useNavigate.js': 213,
      'validate.js': 5085,
      'value-labels.js': 13924,
      'wait-end.js': 1477,
      'web-address.js': 3859,
      'weekday-buttons.css': 120,
      'weekday-buttons.js': 3864,
      'whatsapp-buttons.js': 2254,
      'with-labels.js': 4457,
    },
  },
};

/**
 * Statements of each request that a panel page makes when it opens, for a store with three purchases. Each request has three statements for
 * the session, its last use and the role. Every page requests the user and whether the store sends messages, and, once until the store
 * sells, what is missing for that.
 */
export const statementBudgets: Readonly<Record<string, Budget<Figures>>> = {
  account: {
    reason: 'What it shows: the user, passkeys, recovery codes and sessions, one statement each.',
    figures: { 'GET /account': 5, 'GET /me': 3, 'GET /stores/:storeId/selling': 10 },
  },
  home: {
    reason:
      'What needs the owner; sales, recovered sales, messages and runs of the period and the one before; the latest orders.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/home': 9,
      'GET /stores/:storeId/home/figures': 13,
      'GET /stores/:storeId/orders': 8,
      'GET /stores/:storeId/selling': 10,
    },
  },
  automations: {
    reason:
      'The store, whose days are counted, and the list with the runs and the money of each, in one statement for all of them.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/automations': 7,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  templates: {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/automations/defaults': 6,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  import: {
    reason: 'The list again, to know the names that are taken.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/automations': 7,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  editor: {
    reason:
      'The automation with its draft, whether the store may know PIX codes, which a check asks, and the hours of the store, by which a wait says when it ends.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/automations/:automationId': 5,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/sending': 5,
    },
  },
  results: {
    reason: 'Runs, messages and money of one automation, by step.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/automations/:automationId/results': 9,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  runs: {
    reason: 'A page of runs, their count and the views that are saved.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/run-views': 4,
      'GET /stores/:storeId/runs': 6,
      'GET /stores/:storeId/selling': 10,
    },
  },
  run: {
    reason: 'The run, its timeline, messages, person and purchase: all that explains it.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/runs/:runId': 13,
      'GET /stores/:storeId/selling': 10,
    },
  },
  messages: {
    reason: 'A page of messages, and the automations to choose from.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/automations': 7,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/messages': 5,
      'GET /stores/:storeId/selling': 10,
    },
  },
  checkouts: {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/checkouts': 5,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  checkout: {
    reason: 'The purchase, and the runs that it started.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/checkouts/:checkoutId': 9,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  orders: {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/orders': 8,
      'GET /stores/:storeId/selling': 10,
    },
  },
  order: {
    reason: 'The order, its payments and its messages.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/orders/:orderId': 13,
      'GET /stores/:storeId/orders/:orderId/messages': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  leads: {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/contacts': 7,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  inbox: {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/inbox': 4,
      'GET /stores/:storeId/selling': 10,
    },
  },
  'settings, store': {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/settings': 4,
    },
  },
  'settings, keys': {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/keys': 4,
      'GET /stores/:storeId/keys/calls': 4,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/settings': 4,
    },
  },
  'settings, channels': {
    reason:
      'The connections, what they have done since they were verified (COM43), and what their webhooks contained and could not be used, in one statement each.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/channels': 6,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  'settings, domains': {
    reason: 'Domain, senders and the store.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/domains': 6,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/senders': 4,
      'GET /stores/:storeId/settings': 4,
    },
  },
  'settings, appearance': {
    reason: 'The settings, and a preview of the page.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/settings': 4,
      'POST /stores/:storeId/appearance/preview': 4,
    },
  },
  'settings, payments': {
    reason:
      'What it shows, in one or two statements, the change that waits (S10), and the first contact of the accounts (COM43).',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/payment-accounts': 6,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/settings': 4,
    },
  },
  'settings, prices': {
    reason:
      'The price rules; the coupons and the order bumps, and in one statement each what those sold (COM28, COM30).',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/coupons': 5,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/order-bumps': 5,
      'GET /stores/:storeId/price-rules': 4,
      'GET /stores/:storeId/selling': 10,
    },
  },
  'settings, shipping': {
    reason: 'The options, and how carriers quote (COM31).',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/freight': 5,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/shipping-options': 4,
    },
  },
  'settings, sending': {
    reason: 'What it shows, in one or two statements.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/settings': 4,
    },
  },
  'settings, team': {
    reason:
      'Memberships, users (in a database of their own), invitations and the rules of the team, one statement each.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
      'GET /stores/:storeId/team': 7,
    },
  },
  'settings, activity': {
    reason: 'The entries, and the e-mails of their users, which are in a database of their own.',
    figures: {
      'GET /me': 3,
      'GET /stores/:storeId/activity': 5,
      'GET /stores/:storeId/health': 7,
      'GET /stores/:storeId/selling': 10,
    },
  },
  'settings, privacy': {
    reason: 'What it shows, in one or two statements.',
    figures: { 'GET /me': 3, 'GET /stores/:storeId/health': 7, 'GET /stores/:storeId/selling': 10 },
  },
};

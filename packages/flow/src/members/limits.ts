/** The limits of an automation (specification, Limits; decisions DEF2). Lengths count Unicode code points. */
export const limits = {
  name: { min: 3, max: 100 },
  /** Number of steps in the root list. */
  rootSteps: { min: 1, max: 50 },
  /** Number of steps in the whole tree. */
  allSteps: 500,
  /** Depth of nested lists; the root list is at depth 0. */
  depth: 20,
  delayMinutes: { min: 1, max: 10_080 },
  maxAttempts: { min: 1, max: 10, default: 3 },
  delayBetweenAttempts: { min: 0, max: 10_080, default: 0 },
  maxIterations: { min: 1, max: 100, default: 10 },
  /** Settings of a store (RUN8, RUN17), in minutes. */
  noReplyMinutes: { default: 1440 },
  lateMinutes: { default: 1440 },
  sms: { min: 1, max: 160 },
  /** The longest text of a WhatsApp message, as written and after its metatags are replaced: the official API accepts no longer one. */
  whatsapp: {
    max: 4096,
    /** Texts in which lists are shortened (TAG5): under a picture or video, and in a variable of a template. */
    caption: 1024,
    parameter: 500,
  },
  /** The length of all texts of one message together after their metatags are replaced, in UTF-16 units (TAG5). */
  rendered: { whatsapp: 100_000, email: 2_000_000, sms: 10_000 },
  subject: { min: 3 },
  /** `settings.withinDays` (RUN18). */
  withinDays: { min: 1, max: 365 },
  /** Length of a definition's text, in UTF-16 units. */
  text: 2 * 1024 * 1024,
  /** Levels of nesting in a draft: those of the deepest list, plus an unknown value in it. */
  nesting: 160,
  /** Levels of nesting in an unknown value (unknown members, data of an action that is never executed). */
  unknownDepth: 32,
  /** Number of issues in one report. */
  issues: 500,
  /** Number of characters of the author's text that a message may repeat. */
  echo: 80,
} as const;

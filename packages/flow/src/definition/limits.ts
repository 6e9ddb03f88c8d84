/** The limits of an automation (specification, Limits; decisions DEF2). Lengths count Unicode code points. */
export const limits = {
  name: { min: 3, max: 100 },
  /** Steps of the root list. */
  rootSteps: { min: 1, max: 50 },
  /** Steps of the whole tree. */
  allSteps: 500,
  /** Lists inside lists: the root list is at depth 0. */
  depth: 20,
  delayMinutes: { min: 1, max: 10_080 },
  maxAttempts: { min: 1, max: 10, default: 3 },
  delayBetweenAttempts: { min: 0, max: 10_080, default: 0 },
  maxIterations: { min: 1, max: 100, default: 10 },
  sms: { min: 1, max: 160 },
  subject: { min: 3 },
  /** `settings.withinDays` (RUN18). */
  withinDays: { min: 1, max: 365 },
  /** UTF-16 units of a definition's text. */
  text: 2 * 1024 * 1024,
  /** Levels of a draft: those of the deepest list, with an unknown value inside. */
  nesting: 160,
  /** Levels of an unknown value in a definition (unknown members, data of an action that is not executed). */
  unknownDepth: 32,
  /** Issues reported at once. */
  issues: 500,
  /** Characters of the author's own text that a message may repeat. */
  echo: 80,
} as const;

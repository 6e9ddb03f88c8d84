import type { CheckedProposal, Difference, DisambiguationOption, Operation } from '@retoma/flow';

/** A proposal as stored and shown: the checked members, and the differences computed here. */
export type StoredProposal = {
  intent: string;
  summary: string;
  userSummary: string;
  confidence: 'high' | 'medium' | 'low';
  locationLabel: string;
  expectedResult: string;
  operations: Operation[];
  affectedNodeIds: string[];
  requiredSafetyChanges: string[];
  optionalSuggestions: string[];
  differences: Difference[];
  disambiguationOptions: DisambiguationOption[];
  draftMark: string;
};

/** The stored form of a checked proposal. The model's `changesPreview` is left out: `differences` are computed here (DEF10). */
export function toStoredProposal(
  { envelope, operations, differences }: CheckedProposal,
  draftMark: string,
): StoredProposal {
  const { intent, summary, userSummary, confidence, locationLabel, expectedResult } = envelope;
  return {
    intent,
    summary,
    userSummary,
    confidence,
    locationLabel,
    expectedResult,
    operations: [...operations],
    affectedNodeIds: [...envelope.affectedNodeIds],
    requiredSafetyChanges: sentencesOf(envelope.requiredSafetyChanges),
    optionalSuggestions: sentencesOf(envelope.optionalSuggestions),
    differences: [...differences],
    disambiguationOptions: envelope.disambiguationOptions.map(({ humanLabel, nodeId, description }) => ({
      humanLabel,
      nodeId,
      description,
    })),
    draftMark,
  };
}

/** The sentences in a list of texts, or of objects with a text member; at most five. */
function sentencesOf(values: readonly unknown[]): string[] {
  return values
    .map((value) => {
      if (typeof value === 'string') return value;
      const { label, humanLabel, text, description } = (value ?? {}) as Record<string, unknown>;
      return [text, humanLabel, label, description].find((one) => typeof one === 'string');
    })
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .slice(0, 5);
}

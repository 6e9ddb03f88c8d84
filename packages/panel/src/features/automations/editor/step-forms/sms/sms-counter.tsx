import { Button, Group, Text } from '@mantine/core';
import { withoutAccents, type RunData } from '@retoma/flow';
import type { ReactNode } from 'react';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { countText, type SmsWay } from './count.ts';
import { smsTexts } from './texts.ts';

type CounterProps = {
  text: string;
  way: SmsWay;
  /** The data of a real event, if one is chosen. */ real: RunData | undefined;
};

/** The length and parts of an SMS. */
export function SmsCounter({ text, way, real }: CounterProps): ReactNode {
  const t = useTexts(smsTexts);
  const { written, example, longest = 0, parts, over, overAtWorst } = countText(text, way, real);
  return (
    <div className="tag-text-foot" role="status">
      <span>
        {example !== undefined && `${real ? t.withReal(example) : t.withExample(example)} `}
        {example !== undefined && (
          <Text span size="xs" {...(overAtWorst > 0 && over === 0 && { c: warned })}>
            {overAtWorst > 0 ? t.tooLongAtWorst(longest) : t.atWorst(longest)}
          </Text>
        )}
      </span>
      <span>
        {over > 0 && (
          <Text span size="xs" c="var(--mantine-color-error)" mr={8}>
            {t.over(over)}
          </Text>
        )}
        {t.counted(written, parts)}
      </span>
    </div>
  );
}

/** An amber that is readable on light and dark backgrounds. */
const warned = 'light-dark(var(--mantine-color-ambar-8), var(--mantine-color-ambar-3))';

/** Names the characters that increase the cost of an SMS, with a button that removes accents. */
export function SmsAccents({
  text,
  way,
  onChange,
}: {
  text: string;
  way: SmsWay;
  onChange: ((text: string) => void) | undefined;
}): ReactNode {
  const t = useTexts(smsTexts);
  const { parts, plainParts, foreign } = countText(text, way);
  if (foreign.length === 0 || parts <= plainParts) return null;
  return (
    <Group gap="xs" className="sms-accents">
      <Icon name="warning" size={16} />
      <Text size="sm">{t.foreign(foreign, parts)}</Text>
      {onChange && (
        <Button size="compact-sm" variant="default" onClick={() => onChange(withoutAccents(text))}>
          {t.plain(plainParts)}
        </Button>
      )}
    </Group>
  );
}

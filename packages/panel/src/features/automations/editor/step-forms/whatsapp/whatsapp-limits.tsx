import { Alert, List } from '@mantine/core';
import type { ReactNode } from 'react';
import { textIn, type Content } from '../../../../../preview/content.ts';
import { useFormats } from '../../../../../ui/format/formats.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useSending } from '../use-sending.ts';
import { readButtons } from './button-rows.ts';
import type { OfferedShape } from './shapes.ts';
import { whatsappTexts } from './texts.ts';

/** WhatsApp's limits. Exceeding one is a warning and not an error, because the format has no such limit. */
const max = { buttons: 3, answers: 10, label: 20, body: 4096, bodyWithButtons: 1024, footer: 60 } as const;

/** Warns about parts of a message that WhatsApp may cut, refuse or show differently. */
export function WhatsappLimits({ shape, data }: { shape: OfferedShape; data: Content }): ReactNode {
  const t = useTexts(whatsappTexts);
  const { number } = useFormats();
  const sending = useSending();
  // If the connection may not show buttons, the preview already shows the result; this warns in the remaining case.
  const isUnsure = !sending?.whatsappIsOfficial && sending?.whatsappButtons === 'shown';
  const hasButtons = shape.startsWith('button-');
  const rows = hasButtons ? readButtons(data) : [];
  const longest = hasButtons || shape === 'image' || shape === 'video' ? max.bodyWithButtons : max.body;
  const warnings = [
    sending?.whatsappRefused.includes(shape) && t.refusedType,
    textIn(data, 'message').length > longest && t.longBody(number(longest)),
    shape === 'button-actions' && rows.length > max.buttons && t.manyButtons,
    shape === 'button-list' && rows.length > max.answers && t.manyAnswers,
    textIn(data, 'footer').length > max.footer && t.longFooter,
    ...rows.map(({ label }) => !label.includes('{{') && label.length > max.label && t.longLabel(label)),
    hasButtons && isUnsure && t.asText,
  ].filter((line) => typeof line === 'string');
  if (warnings.length === 0) return null;
  return (
    <Alert color="ambar" variant="light" icon={<Icon name="info" />} p="xs">
      <List size="sm" listStyleType="none">
        {[...new Set(warnings)].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

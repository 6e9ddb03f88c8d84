import { Alert, List } from '@mantine/core';
import type { ReactNode } from 'react';
import { textIn, type Content } from '../../../../preview/content.ts';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useSending } from '../use-sending.ts';
import { readButtons } from './button-rows.ts';
import type { OfferedShape } from './shapes.ts';
import { whatsappTexts } from './texts.ts';

/** What WhatsApp takes; more is a warning and no error, since it is the platform's limit and not the format's. */
const max = { buttons: 3, answers: 10, label: 20, body: 4096, bodyWithButtons: 1024, footer: 60 } as const;

/** Meta’s own connection shows buttons everywhere; the others not on every phone. */
const official = 'cloud-api';

/** What of a message WhatsApp may cut, refuse or show otherwise. */
export function WhatsappLimits({ shape, data }: { shape: OfferedShape; data: Content }): ReactNode {
  const t = useTexts(whatsappTexts);
  const { number } = useFormats();
  const sending = useSending();
  // The preview itself shows what happens to them over a connection that may not show them.
  const isUnsure = sending?.whatsappProvider !== official && sending?.whatsappButtons === 'shown';
  const hasButtons = shape.startsWith('button-');
  const rows = hasButtons ? readButtons(data) : [];
  const longest = hasButtons || shape === 'image' || shape === 'video' ? max.bodyWithButtons : max.body;
  const warnings = [
    textIn(data, 'message').length > longest && t.longBody(number(longest)),
    shape === 'button-actions' && rows.length > max.buttons && t.manyButtons,
    shape === 'button-list' && rows.length > max.answers && t.manyAnswers,
    textIn(data, 'footer').length > max.footer && t.longFooter,
    ...rows.map(({ label }) => !label.includes('{{') && label.length > max.label && t.longLabel(label)),
    hasButtons && isUnsure && t.asText,
  ].filter((line) => line !== false);
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

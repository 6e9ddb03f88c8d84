import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Content } from '../../../../../preview/content.ts';
import { useTexts } from '../../../../../ui/texts.ts';
import type { StepAccess } from '../use-step.ts';
import { TemplateFields } from './approved-template.tsx';
import { ButtonFields } from './button-fields.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { offeredShapes, reshaped, shapeOf } from './shapes.ts';
import { whatsappTexts } from './texts.ts';
import { WhatsappLimits } from './whatsapp-limits.tsx';

/** The properties of the WhatsApp form and of its parts. */
type WhatsappProps = { data: Content; access: StepAccess };

/** The form of a WhatsApp message: its type, and the fields of that type. */
export function WhatsappForm({ data, access }: WhatsappProps): ReactNode {
  const t = useTexts(whatsappTexts);
  const shape = shapeOf(data);
  return (
    <>
      <Select
        data-chooses-kind
        label={t.type}
        data={offeredShapes.map((value) => ({ value, label: t[value] }))}
        value={shape}
        allowDeselect={false}
        disabled={access.isLocked}
        comboboxProps={{ withinPortal: true }}
        onChange={(chosen) => {
          const next = offeredShapes.find((one) => one === chosen);
          if (next && next !== shape) access.change({ data: reshaped(data, next) });
        }}
      />
      {/* The key resets a field's undo history when the type changes, because the field then holds another member. */}
      <ShapeFields key={shape} shape={shape} data={data} access={access} />
      {(shape === 'button-actions' || shape === 'button-list') && <ButtonFields data={data} access={access} />}
      <WhatsappLimits shape={shape} data={data} />
      {shape !== 'audio' && <TemplateFields data={data} access={access} />}
    </>
  );
}

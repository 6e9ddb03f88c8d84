import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Content } from '../../../../preview/content.ts';
import { useTexts } from '../../../../ui/texts.ts';
import type { StepAccess } from '../use-step.ts';
import { TemplateFields } from './approved-template.tsx';
import { ButtonFields } from './button-fields.tsx';
import { ShapeFields } from './shape-fields.tsx';
import { offeredShapes, reshaped, shapeOf } from './shapes.ts';
import { whatsappTexts } from './texts.ts';
import { WhatsappLimits } from './whatsapp-limits.tsx';

/** What the parts of the form of a WhatsApp message are given. */
type WhatsappProps = { data: Content; access: StepAccess };

/** A WhatsApp message: which kind, and what that kind holds. */
export function WhatsappForm({ data, access }: WhatsappProps): ReactNode {
  const t = useTexts(whatsappTexts);
  const shape = shapeOf(data);
  return (
    <>
      <Select
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
      {/* A field keeps its own undo, which ends where it becomes another field. */}
      <ShapeFields key={shape} shape={shape} data={data} access={access} />
      {(shape === 'button-actions' || shape === 'button-list') && <ButtonFields data={data} access={access} />}
      <WhatsappLimits shape={shape} data={data} />
      {shape !== 'audio' && <TemplateFields data={data} access={access} />}
    </>
  );
}

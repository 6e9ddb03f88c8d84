import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { MediaSource } from '../../../../../../ui/media-field.tsx';
import { useTexts } from '../../../../../../ui/texts.ts';
import { MetatagText } from '../../text/metatag-text.tsx';
import { valueOf } from '../source/lengths.ts';
import type { EmailBlockKind } from '../source/parse-email.ts';
import { AlignField, ColourField, LengthField, SpaceFields, type BlockFieldProps } from './attribute-fields.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { visualTexts } from './texts.ts';

function TextFields(props: BlockFieldProps): ReactNode {
  const t = useTexts(visualTexts);
  const { block, write, readOnly } = props;
  return (
    <>
      <RichTextField label={t.text} value={block.text} onChange={write} formatted readOnly={readOnly} />
      <SimpleGrid cols={2}>
        <LengthField {...props} attribute="font-size" label={t.size} min={8} />
        <ColourField {...props} attribute="color" label={t.colour} />
      </SimpleGrid>
      <AlignField {...props} usual="left" />
      <SpaceFields {...props} />
    </>
  );
}

function ButtonFields(props: BlockFieldProps): ReactNode {
  const t = useTexts(visualTexts);
  const { block, write, readOnly } = props;
  return (
    <>
      <RichTextField label={t.label} value={block.text} onChange={write} formatted={false} readOnly={readOnly} />
      <AddressField {...props} attribute="href" label={t.href} />
      <SimpleGrid cols={2}>
        <ColourField {...props} attribute="background-color" label={t.background} />
        <ColourField {...props} attribute="color" label={t.colour} />
      </SimpleGrid>
      <AlignField {...props} usual="center" />
      <SpaceFields {...props} />
    </>
  );
}

function ImageFields(props: BlockFieldProps): ReactNode {
  const t = useTexts(visualTexts);
  const { block, set, readOnly } = props;
  return (
    <>
      <AddressField {...props} attribute="src" label={t.picture} />
      {!readOnly && <MediaSource onChoose={(url) => set('src', url)} />}
      <MetatagText
        label={t.alt}
        description={t.altHint}
        value={valueOf(block, 'alt') ?? ''}
        onChange={(alt) => set('alt', alt)}
        kind="html"
        readOnly={readOnly}
      />
      <AddressField {...props} attribute="href" label={t.href} />
      <LengthField {...props} attribute="width" label={t.width} min={1} />
      <AlignField {...props} usual="center" />
      <SpaceFields {...props} />
    </>
  );
}

function AddressField({
  block,
  set,
  readOnly,
  attribute,
  label,
}: BlockFieldProps & { attribute: string; label: string }): ReactNode {
  return (
    <MetatagText
      label={label}
      value={valueOf(block, attribute) ?? ''}
      onChange={(address) => set(attribute, address)}
      kind="url"
      placeholder="https://"
      readOnly={readOnly}
    />
  );
}

function DividerFields(props: BlockFieldProps): ReactNode {
  const t = useTexts(visualTexts);
  return (
    <>
      <SimpleGrid cols={2}>
        <ColourField {...props} attribute="border-color" label={t.line} />
        <LengthField {...props} attribute="border-width" label={t.height} min={1} />
      </SimpleGrid>
      <SpaceFields {...props} />
    </>
  );
}

function SpacerFields(props: BlockFieldProps): ReactNode {
  const t = useTexts(visualTexts);
  return <LengthField {...props} attribute="height" label={t.height} min={1} />;
}

function DataFields(): ReactNode {
  const t = useTexts(visualTexts);
  return (
    <Text size="sm" c="dimmed">
      {t.dataHint}
    </Text>
  );
}

function CodeFields(): ReactNode {
  const t = useTexts(visualTexts);
  return <Text size="sm">{t.codeHint}</Text>;
}

/** The fields of each kind of block. */
export const kindFields = {
  text: TextFields,
  button: ButtonFields,
  image: ImageFields,
  divider: DividerFields,
  spacer: SpacerFields,
  data: DataFields,
  code: CodeFields,
} satisfies Record<EmailBlockKind, (props: BlockFieldProps) => ReactNode>;

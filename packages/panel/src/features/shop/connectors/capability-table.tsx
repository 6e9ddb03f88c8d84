import { Button, Collapse, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { capabilityRows, type CapabilityRow } from './capability-rows.ts';
import { capabilityTexts } from './capability-texts.ts';
import styles from './connectors.module.css';
import type { Platform } from './shops-data.ts';
import { texts } from './texts.ts';

const looks = {
  all: { icon: 'check', color: 'verde' },
  some: { icon: 'info', color: 'ambar' },
  none: { icon: 'minus', color: 'gray' },
} as const satisfies Record<CapabilityRow['extent'], object>;

/** CON9: what a platform can and cannot report. */
export function CapabilityTable({ platform }: { platform: Platform }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  return (
    <table className={styles['capabilities']} aria-label={t.capabilities(platform.label)}>
      <tbody>
        {capabilityRows(platform, locale).map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            <td>
              <Extent row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Extent({ row: { extent, text } }: { row: CapabilityRow }): ReactNode {
  const { locale } = useLocale();
  const { icon, color } = looks[extent];
  return (
    <span>
      <span style={{ color: `light-dark(var(--mantine-color-${color}-7), var(--mantine-color-${color}-4))` }}>
        <Icon name={icon} size={16} />
      </span>
      <span>
        <VisuallyHidden>{capabilityTexts[locale][extent]}: </VisuallyHidden>
        {text}
      </span>
    </span>
  );
}

/** The same behind a button, for a shop that is connected. */
export function CapabilityFold({ platform }: { platform: Platform }): ReactNode {
  const t = useTexts(texts);
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        aria-expanded={isOpen}
        rightSection={<Icon name={isOpen ? 'up' : 'down'} size={14} />}
        onClick={toggle}
      >
        {t.capabilities(platform.label)}
      </Button>
      <Collapse expanded={isOpen}>
        <CapabilityTable platform={platform} />
      </Collapse>
    </div>
  );
}

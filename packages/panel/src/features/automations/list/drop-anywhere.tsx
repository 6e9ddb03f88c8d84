import { Overlay, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from '../../../ui/icons.tsx';

const hasFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Accepts a file that is dropped anywhere on the page. Shows `label` while a file is dragged over it. */
export function DropAnywhere({ label, onFile }: { label: string; onFile: (file: File) => void }): ReactNode {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      const file = event.dataTransfer?.files[0];
      setOver(false);
      if (!file) return;
      event.preventDefault();
      onFile(file);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, [onFile]);
  if (!isOver) return null;
  return (
    <Overlay fixed center backgroundOpacity={0.7} color="var(--retoma-surface)" style={{ gap: 12 }}>
      <Icon name="upload" size={28} />
      <Text fw={600}>{label}</Text>
    </Overlay>
  );
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** A pressed key as shortcuts are matched: what was typed, and the modifiers that are held besides. `isPlain`: none are. */
type Shortcut = { key: string; isCtrl: boolean; isAlt: boolean; isPlain: boolean };

/**
 * Reads a pressed key for every shortcut of the panel. Windows reports AltGr as Ctrl+Alt: with a sign it belongs to what was typed, such as
 * `?` by AltGr+W on an ABNT2 keyboard.
 */
export function shortcutOf({ key, ctrlKey, metaKey, altKey }: PressedKey): Shortcut {
  const isAltGr = ctrlKey && altKey && /^[^\p{L}\p{N}\s]$/u.test(key);
  const isCtrl = !isAltGr && (ctrlKey || metaKey);
  const isAlt = !isAltGr && altKey;
  return { key, isCtrl, isAlt, isPlain: !isCtrl && !isAlt };
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { stillThere } from '../../kernel/files/stillThere';
import { errorsOf } from '../../kernel/process/useRecordForm';
import { type PartyForm, partyProblems } from '../../shared/shipping/party';
import { useRuleWords } from '../../shared/shipping/ruleWords';
import { addItem, type Item, type NewItem, withoutGone } from './items';
import { dropStored, keepStored, loadStored, type Stored } from './stored';

const keepAfter = 500;

/**
 * The whole state of the page: items, contact and address, and the draft that keeps them on this device.
 * `target` is the request that gets the items, null for a new one; `offered` is what was looked up.
 */
export function usePartRequestForm(target: number | null, offered: PartyForm | null) {
  const [found] = useState(() => loadStored(target));
  const [items, setItems] = useState<readonly Item[]>(found.items);
  const [gone, setGone] = useState<readonly string[]>([]);
  const [itemErrors, setItemErrors] = useState<ReadonlyMap<number, string>>(new Map());
  const kept = useRef<Stored>(found);

  const words = useRuleWords();
  const form = useForm<PartyForm>({
    defaultValues: found.party ?? offered ?? {},
    mode: 'onTouched',
    resolver: (values) =>
      // Where items are only added, nobody is asked for a contact.
      ({ values, errors: offered ? errorsOf(words(partyProblems(values))) : {} }) as never,
  });

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    keepStored(target, kept.current);
  }, [target]);
  const keepSoon = useCallback(
    (change: Partial<Stored>) => {
      kept.current = { ...kept.current, ...change };
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, keepAfter);
    },
    [keep],
  );

  useEffect(() => {
    const flush = () => timer.current !== undefined && keep();
    window.addEventListener('pagehide', flush);
    return () => {
      flush();
      window.removeEventListener('pagehide', flush);
    };
  }, [keep]);

  useEffect(() => {
    if (!offered) return;
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => keepSoon({ party: structuredClone(values) }),
    });
  }, [form, offered, keepSoon]);

  const change = useCallback(
    (next: readonly Item[]) => {
      setItems(next);
      setItemErrors(new Map());
      keepSoon({ items: [...next] });
    },
    [keepSoon],
  );

  /** Asks which pictures the server still holds: unused ones vanish after a while. */
  const removeGone = useCallback(async () => {
    const asked = kept.current.items.flatMap(({ images }) => images.map(({ id }) => id));
    if (asked.length === 0) return 0;
    const there = await stillThere(asked);
    const left = withoutGone(kept.current.items, there);
    if (left.gone.length > 0) {
      change(left.items);
      setGone(left.gone);
    }
    return left.gone.length;
  }, [change]);

  useEffect(() => {
    // Not being able to ask says nothing about the pictures: they stay, and submitting tells.
    removeGone().catch(() => undefined);
  }, [removeGone]);

  const actions = useMemo(
    () => ({
      add: (added: NewItem) => change(addItem(kept.current.items, added)),
      remove: (id: number) => change(kept.current.items.filter((item) => item.id !== id)),
    }),
    [change],
  );

  return {
    form,
    items,
    itemErrors,
    setItemErrors,
    gone,
    forgetGone: () => setGone([]),
    removeGone,
    restoredAt: found.savedAt ?? null,
    ...actions,
    stored: () => kept.current,
    /** Remembers, before it is sent, what is sent: a lost answer leaves the draft as it was. */
    keep: (part: Partial<Stored>) => {
      kept.current = { ...kept.current, ...part };
      keep();
    },
    /** The form was sent: nothing is kept of it. */
    drop: () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      dropStored(target);
    },
  };
}

export type PartRequestForm = ReturnType<typeof usePartRequestForm>;

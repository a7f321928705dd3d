import Box from '@mui/material/Box';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { useCategories, useFreshParts } from '../../kernel/catalogue/catalogue';
import { focusWhenDrawn, rowStep } from './cellFocus';
import { cellOf, useFormTools } from './formContext';
import { GroupHeading } from './GroupHeading';
import { type Cell, type Groups, itemsOf } from './groups';
import { type PastedBlock, pastedBlock } from './paste';
import { ListRoot } from './rowLayout';
import { UnitRow } from './UnitRow';
import { useScrollMargin } from './useScrollMargin';

/** Lists up to this many headings and rows are drawn whole; longer ones draw only what is near the screen. */
const WHOLE = 40;
const NEARBY = 8;
const HEADING_HEIGHT = 104;
const ROW_HEIGHT = 57;

export interface UnitListHandle {
  focus: (unitId: string, cell: Cell | 'attachments') => void;
}

type UnitListProps = {
  groups: Groups;
  folded: ReadonlySet<string>;
  groupErrors: ReadonlyMap<string, string>;
  goneMessage: string;
  onPasteBlock: (unitId: string, block: PastedBlock) => void;
  ref: Ref<UnitListHandle>;
};

/** All units of the request on one page, in panels. */
export const UnitList = memo(function UnitList(props: UnitListProps) {
  const { groups, folded, groupErrors, goneMessage, onPasteBlock, ref } = props;
  const { actions } = useFormTools();
  const { data: categories } = useCategories();
  const { freshOf, isGone } = useFreshParts(
    'REPAIR',
    groups.map(({ part }) => part),
  );
  const nameOf = (key: string) => categories?.find((category) => category.key === key)?.name ?? '';
  const root = useRef<HTMLDivElement>(null);
  const scrollMargin = useScrollMargin(root);

  const items = itemsOf(groups, folded);
  const whole = items.length <= WHOLE;
  const focused = useRef<string | null>(null);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'group' ? HEADING_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: whole ? WHOLE : NEARBY,
    scrollMargin,
    // The row with the focus stays, however far it is scrolled away: what is typed would be lost on its way.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const at = items.findIndex(({ key }) => key === focused.current);
      return at < 0 || drawn.includes(at) ? drawn : [...drawn, at].sort((one, other) => one - other);
    },
  });

  const latest = useRef({ items, virtualizer });
  useEffect(() => {
    latest.current = { items, virtualizer };
  });
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const focus = useCallback((unitId: string, cell: Cell | 'attachments') => {
    stop.current?.();
    stop.current = focusWhenDrawn(unitId, cell, () => {
      const index = latest.current.items.findIndex(({ key }) => key === unitId);
      if (index >= 0) latest.current.virtualizer.scrollToIndex(index, { align: 'center' });
    });
  }, []);
  useImperativeHandle(ref, () => ({ focus }), [focus]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = cellOf(event.target);
    if (!at) return;
    const step = rowStep(event.nativeEvent, event.target as HTMLInputElement | HTMLTextAreaElement);
    if (step === 0) return;
    event.preventDefault();
    const rows = items.filter((item) => item.kind === 'unit');
    const next = rows[rows.findIndex(({ key }) => key === at.unitId) + step];
    if (next) focus(next.key, at.cell);
  };

  const onPaste = (event: ClipboardEvent) => {
    const at = cellOf(event.target);
    const block = at && pastedBlock(event.clipboardData.getData('text/plain'), at.cell);
    if (!block) return;
    event.preventDefault();
    onPasteBlock(at.unitId, block);
  };

  return (
    <ListRoot
      ref={root}
      style={whole ? undefined : { height: virtualizer.getTotalSize() }}
      onChange={actions.changed}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onFocus={(event) => {
        focused.current = cellOf(event.target)?.unitId ?? focused.current;
      }}
      onBlur={() => {
        focused.current = null;
      }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index];
        if (!item) return null;
        const part = freshOf(item.group.part);
        const categoryName = nameOf(part.category);
        return (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            style={
              whole
                ? undefined
                : { position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start - scrollMargin}px)` }
            }
          >
            {item.kind === 'group' ? (
              <Box sx={{ pt: index === 0 ? 0 : 2 }}>
                <GroupHeading
                  {...{ part, categoryName }}
                  groupKey={item.key}
                  count={item.group.unitIds.length}
                  open={item.open}
                  error={groupErrors.get(item.key) ?? (isGone(item.group.part) ? goneMessage : undefined)}
                />
              </Box>
            ) : (
              <UnitRow {...{ part, categoryName }} unitId={item.unitId} number={item.number} last={item.last} />
            )}
          </div>
        );
      })}
    </ListRoot>
  );
});

import PasteIcon from '@mui/icons-material/ContentPasteOutlined';
import InfoIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Tooltip from '@mui/material/Tooltip';
import { useEvent, useNotify, useTranslate } from 'ra-core';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMeta } from '../../../api/meta';
import type { SelectedPart } from '../../../api/parts';
import { NewRequestPage } from '../../../core/creation/NewRequestPage';
import { SourceInstrumentNote } from '../../../core/creation/SourceInstrumentNote';
import { SourceRequestNote, SourceRequestPage } from '../../../core/creation/SourceRequestPage';
import {
  type SourceInstrument,
  useRemoveSourceInstrument,
  useSourceInstrument,
  useSourceInstrumentId,
} from '../../../core/creation/sourceInstrument';
import type { SourceRequest } from '../../../core/creation/sourceRequest';
import { createMessagesProvider } from '../../../core/i18n/createMessagesProvider';
import { parseRecordId } from '../../../core/routing/parseRecordId';
import { ConfirmDialog } from '../../../core/ui/ConfirmDialog';
import { EmptyLine } from '../../../core/ui/EmptyState';
import { LazyDialog } from '../../../core/ui/LazyDialog';
import { PageSkeleton } from '../../../core/ui/Skeletons';
import { UndoAction } from '../../../core/ui/UndoAction';
import { AddPartCard } from '../../parts/AddPartCard';
import { groupUnitsByPart, type LoadedUnit } from './loadedUnitRows';
import { ReviewDialog } from './ReviewDialog';
import { type FocusTarget, UnitList } from './UnitList';
import {
  buildGroupKey,
  findGroup,
  getUnitIds,
  getUnitPosition,
  type ListActions,
  UNIT_CELLS,
  type UnitCell,
} from './unitGroups';
import { type PasteBlocks, usePasteBlocks } from './usePasteBlocks';
import { useRepairCreation } from './useRepairCreation';
import { REPAIR_DRAFT, type RepairForm, useRepairForm } from './useRepairForm';

const prefillOptions = { use: 'REPAIR', draft: REPAIR_DRAFT, acceptsFile: () => true } as const;
const Messages = createMessagesProvider(import.meta.glob('../../../../../locale/*/newRepair.json'));
const loadUnitsDialog = () => import('./LoadUnitsDialog');

/** Removal that waits for confirmation, with its translation key in `newRepair`. */
interface Removal {
  messagePrefix: 'removeUnit' | 'removeLastUnit' | 'removeGroup';
  values: Record<string, string | number>;
  remove: () => void;
}

/** Page to submit a repair request. Prefilled with `?from=<id>` of a remote support request or `?instrument=<id>`. */
export default function NewRepairPage() {
  const [search] = useSearchParams();
  const from = parseRecordId(search.get('from'));
  const instrument = useSourceInstrumentId();
  return (
    <Messages>
      {from !== null ? (
        <SourceRequestPage key={from} id={from} prefillOptions={prefillOptions}>
          {(origin) => <NewRepairForm origin={origin} />}
        </SourceRequestPage>
      ) : instrument !== null ? (
        <RepairOfInstrument key={instrument} id={instrument} />
      ) : (
        <NewRepairForm origin={null} />
      )}
    </Messages>
  );
}

/** Form with a unit of an instrument, once that is loaded. */
function RepairOfInstrument({ id }: { id: number }) {
  const instrument = useSourceInstrument(id, 'REPAIR');
  return instrument === undefined ? <PageSkeleton /> : <NewRepairForm origin={null} instrument={instrument} />;
}

interface NewRepairFormProps {
  origin: SourceRequest | null;
  /** Instrument to add; null if it could not be loaded. */
  instrument?: SourceInstrument | null;
}

/** Form of a repair request: parts from the catalog and their units. */
function NewRepairForm({ origin, instrument }: NewRepairFormProps) {
  const translate = useTranslate();
  const { limits } = useMeta();
  const repair = useRepairForm(origin);
  const { form, groups, latest, uploads, actions } = repair;
  const removeInstrument = useRemoveSourceInstrument();
  useEffect(() => {
    if (instrument && actions.addInstrument(instrument)) removeInstrument();
  }, [instrument, actions, removeInstrument]);
  const { collapsed, toggle, expand } = useCollapsedGroups();
  const [goal, setGoal] = useState<FocusTarget | null>(null);
  const [removal, setRemoval] = useState<Removal | null>(null);
  const goTo = useCallback(
    (unitId: string, cell: UnitCell | 'attachments') => {
      const group = findGroup(latest.current, unitId);
      if (group) expand(buildGroupKey(group.part));
      setGoal({ unitId, cell });
    },
    [latest, expand],
  );
  const { creation, groupErrors } = useRepairCreation(repair, goTo, origin);
  const pasting = usePasteBlocks(repair);
  const load = useLoadUnits(repair);
  const [loading, setLoading] = useState(false);

  const add = useCallback(
    (part: SelectedPart, quantity: number) => {
      const [first] = actions.add(part, quantity);
      if (first) goTo(first, 'serialNumber');
    },
    [actions, goTo],
  );
  const on = useMemo((): ListActions => {
    const find = (key: string) => latest.current.find(({ part }) => buildGroupKey(part) === key);
    return {
      onToggle: toggle,
      onAddUnit: (key) => {
        const group = find(key);
        if (group && getUnitIds(latest.current).length < limits.units) add(group.part, 1);
      },
      onRemoveUnit: (unitId) => {
        const isLast = findGroup(latest.current, unitId)?.unitIds.length === 1;
        setRemoval({
          messagePrefix: isLast ? 'removeLastUnit' : 'removeUnit',
          values: { unit: translate('newRepair.unitOf', getUnitPosition(latest.current, unitId)) },
          remove: () => actions.removeUnits([unitId]),
        });
      },
      onRemoveGroup: (key) => {
        const group = find(key);
        setRemoval({
          messagePrefix: 'removeGroup',
          values: { part: group?.part.name ?? '', smart_count: group?.unitIds.length ?? 0 },
          remove: () => actions.removeGroup(key),
        });
      },
    };
  }, [actions, toggle, add, latest, limits.units, translate]);

  const total = getUnitIds(groups).length;
  const remaining = limits.units - total;
  const validateTotal = useCallback(
    (quantity: number) =>
      quantity > remaining
        ? { message: 'newRepair.noRoom', args: { max: limits.units, smart_count: remaining } }
        : undefined,
    [remaining, limits.units],
  );

  return (
    <NewRequestPage
      creation={creation}
      title={translate('newRepair.title')}
      action={
        <Button startIcon={<PasteIcon />} disabled={remaining <= 0} onClick={() => setLoading(true)}>
          {translate('newRepair.load')}
        </Button>
      }
      contents={translate('newRepair.units', { smart_count: total })}
      list="active-repairs"
      record="process-repair"
      isWide={total > 0}
    >
      {instrument === null && <SourceInstrumentNote text={translate('newRepair.instrument.unread')} />}
      {instrument?.part === null && (
        <SourceInstrumentNote
          text={translate('newRepair.instrument.notOffered', { serial: instrument.serialNumber })}
        />
      )}
      {origin && <SourceRequestNote origin={origin} hint={total === 0 ? translate('newRepair.originHint') : ''} />}
      <Box sx={{ mb: 2 }}>
        <AddPartCard use="REPAIR" validateTotal={validateTotal} onAdd={add} footer={requiredHelp} />
      </Box>
      {total === 0 ? (
        <Card>
          <EmptyLine title={translate('newRepair.emptyTitle')}>{translate('newRepair.emptyText')}</EmptyLine>
        </Card>
      ) : (
        <UnitList
          {...{ form, uploads, actions, groups, collapsed, groupErrors, goal, on }}
          onPasteBlock={pasting.paste}
        />
      )}
      {removal && (
        <ConfirmDialog
          open
          danger
          title={translate(`newRepair.${removal.messagePrefix}.title`, removal.values)}
          confirmLabel={translate(`newRepair.${removal.messagePrefix}.confirm`)}
          onConfirm={() => {
            removal.remove();
            setRemoval(null);
          }}
          onClose={() => setRemoval(null)}
        >
          {translate(`newRepair.${removal.messagePrefix}.text`, removal.values)}
        </ConfirmDialog>
      )}
      <PasteDialog {...pasting} />
      {loading && (
        <LazyDialog load={loadUnitsDialog} maxUnits={remaining} onLoad={load} onClose={() => setLoading(false)} />
      )}
      {creation.submission.isConfirmOpen && (
        <ReviewDialog groups={groups} units={form.getValues('units')} submission={creation.submission} />
      )}
    </NewRequestPage>
  );
}

/** Return the collapsed groups, with callbacks to toggle or expand one. */
function useCollapsedGroups() {
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((key: string) => {
    setCollapsed((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  }, []);
  const expand = useCallback((key: string) => {
    setCollapsed((before) => (before.has(key) ? new Set([...before].filter((item) => item !== key)) : before));
  }, []);
  return { collapsed, toggle, expand };
}

const requiredHelp = <RequiredHelp />;

/** Text button with the required fields in a tooltip. */
function RequiredHelp() {
  const translate = useTranslate();
  return (
    <Tooltip
      describeChild
      title={translate('newRepair.requiredFields.text')}
      enterTouchDelay={0}
      leaveTouchDelay={8_000}
      slotProps={{ tooltip: { sx: { maxWidth: 340, whiteSpace: 'pre-line' } } }}
    >
      <Button
        variant="text"
        color="primary"
        startIcon={<InfoIcon />}
        sx={{ marginTop: 1, marginBottom: -1, marginInlineStart: -1.5 }}
      >
        {translate('newRepair.requiredFields.label')}
      </Button>
    </Tooltip>
  );
}

/** Dialog for a paste with more rows than the group has units. */
function PasteDialog({ longPaste, addAndFill, fillOnly, leave }: PasteBlocks) {
  const translate = useTranslate();
  if (!longPaste) return null;
  const { block, existingRows, canAdd } = longPaste;
  const fillLabel = translate('newRepair.paste.fillOnly', { smart_count: existingRows });
  const canGrow = canAdd > 0;
  return (
    <ConfirmDialog
      open
      title={translate('newRepair.paste.title', { smart_count: block.rows })}
      confirmLabel={canGrow ? translate('newRepair.paste.addUnits', { smart_count: canAdd }) : fillLabel}
      extraAction={canGrow && <Button onClick={() => fillOnly(longPaste)}>{fillLabel}</Button>}
      onConfirm={() => (canGrow ? addAndFill(longPaste) : fillOnly(longPaste))}
      onClose={leave}
    >
      {translate('newRepair.paste.text', { smart_count: existingRows })}
      {canAdd < block.rows - existingRows && ` ${translate('newRepair.paste.limited', { smart_count: canAdd })}`}
    </ConfirmDialog>
  );
}

type Parts = Pick<RepairForm, 'form' | 'actions' | 'draft'>;

/** Return a callback that appends loaded units to the form, with an undo. */
function useLoadUnits({ form, actions, draft }: Parts): (units: readonly LoadedUnit[]) => void {
  const notify = useNotify();
  const translate = useTranslate();
  return useEvent((units) => {
    const added = groupUnitsByPart(units).flatMap(({ part, units: ofPart }) => {
      const ids = actions.add(part, ofPart.length);
      ofPart.forEach(({ cells }, index) => {
        for (const cell of UNIT_CELLS) form.setValue(`units.${ids[index] ?? ''}.${cell}`, cells[cell]);
      });
      return ids;
    });
    actions.changed();
    draft.save();
    const text = translate('newRepair.loaded', { smart_count: added.length });
    notify(text, {
      type: 'success',
      autoHideDuration: 8_000,
      messageArgs: { _: text },
      action: <UndoAction onUndo={() => actions.removeUnits(added)} />,
    });
  });
}

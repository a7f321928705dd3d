import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback } from 'react';
import { PartLabel } from '../../kernel/catalogue/PartLabel';
import { AttachmentsButton } from '../../kernel/files/AttachmentsButton';
import { CommentButton } from '../../kernel/process/CommentButton';
import type { UnitColumn } from '../../kernel/process/units/UnitTable';
import { commentOn } from './kind';
import type { RepairPart } from './types';

export const partId = (part: RepairPart): number => part.id;

/** A unit as it is called in a sentence: its model and serial number. */
export function useUnitName(): (part: RepairPart) => string {
  const translate = useTranslate();
  return useCallback(
    (part) => translate('repair.unit.name', { part: part.partName, serial: part.serialNumber }),
    [translate],
  );
}

/** Picture and model of a unit, its number in the repair and its category. */
export function UnitPart({ part, children }: { part: RepairPart; children?: ReactNode }) {
  const translate = useTranslate();
  const below = translate('repair.unit.place', { number: part.rowNumber, category: part.category.name });
  return (
    <PartLabel imageUrl={part.imageUrl} name={part.partName} below={below}>
      {children}
    </PartLabel>
  );
}

/** The head of a unit's card on a phone. */
export function UnitCardHead({ part }: { part: RepairPart }) {
  const translate = useTranslate();
  return (
    <UnitPart part={part}>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {part.serviceTag
          ? translate('repair.unit.serialAndTag', { serial: part.serialNumber, tag: part.serviceTag })
          : translate('repair.unit.serial', { serial: part.serialNumber })}
      </Typography>
    </UnitPart>
  );
}

/** Text of a cell; long words wrap, line breaks stay. */
export function CellText({ children }: { children: string | null | undefined }) {
  if (!children) return <Missing />;
  return (
    <Typography component="span" sx={{ color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}

export function Missing() {
  return (
    <Box component="span" aria-hidden sx={{ color: 'text.tertiary' }}>
      –
    </Box>
  );
}

/** The files of a unit; a card says nothing where there are none. */
export function UnitFiles({ part, name, inCard = false }: { part: RepairPart; name: string; inCard?: boolean }) {
  if (inCard && part.attachments.length === 0) return null;
  return <AttachmentsButton files={part.attachments} of={name} />;
}

interface UnitCommentProps {
  part: RepairPart;
  name: string;
  /** Which step's comment. */
  step: 'NEW' | 'IN_REPAIR_APPROVAL';
  writable: boolean;
}

/** The approval comment of a unit in a step. */
export function UnitComment({ part, name, step, writable }: UnitCommentProps) {
  const translate = useTranslate();
  return (
    <CommentButton
      title={translate('process.comment.ofUnit', { name })}
      comment={part.approvalComments[step]}
      write={writable ? commentOn('part', part.id, step) : undefined}
    />
  );
}

/** Columns that several tabs share. */
export function useUnitColumns() {
  const translate = useTranslate();
  const nameOf = useUnitName();
  return useCallback(
    (keys: readonly ('part' | 'serialNumber' | 'serviceTag' | 'problemDescription' | 'attachments')[]) => {
      const all: Record<(typeof keys)[number], UnitColumn<RepairPart>> = {
        part: {
          key: 'part',
          label: translate('repair.column.part'),
          width: 208,
          cell: (part) => <UnitPart part={part} />,
        },
        serialNumber: {
          key: 'serialNumber',
          label: translate('repair.column.serialNumber'),
          width: 112,
          cell: (part) => <CellText>{part.serialNumber}</CellText>,
        },
        serviceTag: {
          key: 'serviceTag',
          label: translate('repair.column.serviceTag'),
          width: 92,
          cell: (part) => <CellText>{part.serviceTag}</CellText>,
        },
        problemDescription: {
          key: 'problemDescription',
          label: translate('repair.column.problemDescription'),
          cell: (part) => <CellText>{part.problemDescription}</CellText>,
        },
        attachments: {
          key: 'attachments',
          label: translate('repair.column.attachments'),
          width: 76,
          cell: (part) => <UnitFiles part={part} name={nameOf(part)} />,
        },
      };
      return keys.map((key) => all[key]);
    },
    [translate, nameOf],
  );
}

import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { type DragEvent, memo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { ChosenPart } from '../../kernel/catalogue/catalogue';
import { QueuedAttachmentsButton } from '../../kernel/files/AttachmentsButton';
import { Thumb } from '../../kernel/files/Thumb';
import { useMeta } from '../../server/meta';
import { cellId, useFormTools } from './formContext';
import { RowPiece } from './rowLayout';
import { TextCell } from './TextCell';

type UnitRowProps = { unitId: string; number: number; part: ChosenPart; categoryName: string; last: boolean };

/** One unit: a row of cells, on a narrow screen a card. Files may be dropped on it. */
export const UnitRow = memo(function UnitRow({ unitId, number, part, categoryName, last }: UnitRowProps) {
  const translate = useTranslate();
  const { form, uploads, actions, askRemoveUnit } = useFormTools();
  const { limits } = useMeta();
  const { errors } = useFormState({ control: form.control, name: `units.${unitId}` });
  const files = useWatch({ control: form.control, name: `units.${unitId}.attachments` }) ?? [];
  const errorsHere = errors.units?.[unitId];
  const unit = translate('newRepair.unitOf', { number, part: part.name });

  const over = (on: boolean) => (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    if (on) event.currentTarget.dataset.over = '';
    else if (!event.currentTarget.contains(event.relatedTarget as Node | null)) delete event.currentTarget.dataset.over;
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault();
    delete event.currentTarget.dataset.over;
    uploads.queueOf(unitId).addFrom(event.dataTransfer, limits.attachmentCount - files.length);
  };

  return (
    <RowPiece
      last={last}
      role="group"
      aria-label={unit}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={drop}
    >
      <div className="number tabular">{number}</div>
      <div className="part">
        <Thumb plain imageUrl={part.imageUrl} name={part.name} size={32} />
        <div className="name">
          <div className="model" title={`${part.maker} ${part.name}`}>
            {part.name}
          </div>
          <div className="category">{categoryName}</div>
        </div>
      </div>
      <TextCell
        {...{ unitId, unit }}
        cell="serialNumber"
        label={translate('newRepair.serialNumber')}
        placeholder={translate('newRepair.serialHelp')}
        error={errorsHere?.serialNumber?.message}
      />
      <TextCell
        {...{ unitId, unit }}
        cell="serviceTag"
        label={translate('newRepair.serviceTag')}
        error={errorsHere?.serviceTag?.message}
      />
      <TextCell
        {...{ unitId, unit }}
        cell="problemDescription"
        label={translate('newRepair.problem')}
        error={errorsHere?.problemDescription?.message}
      />
      <div className="files" id={cellId(unitId, 'attachments')}>
        <div className="label">{translate('newRepair.attachments')}</div>
        <QueuedAttachmentsButton
          files={files}
          of={unit}
          queue={uploads.queueOf(unitId)}
          onRemove={(fileId) => actions.removeFile(unitId, fileId)}
          error={errorsHere?.attachments?.message}
        />
        {errorsHere?.attachments && <FormHelperText error>{errorsHere.attachments.message}</FormHelperText>}
      </div>
      <div className="remove">
        <IconButton
          onClick={() => askRemoveUnit(unitId)}
          aria-label={translate('newRepair.removeUnit.label', { unit })}
        >
          <DeleteIcon />
        </IconButton>
      </div>
    </RowPiece>
  );
});

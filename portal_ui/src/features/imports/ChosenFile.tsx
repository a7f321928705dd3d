import CloseIcon from '@mui/icons-material/Close';
import { useTranslate } from 'ra-core';
import { FileRow, RowAction } from '../../core/files/FileRow';
import { useFormat } from '../../core/i18n/format';

/** A file that was chosen and not sent yet. */
export function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <FileRow
      name={file.name}
      thumbUrl={null}
      detail={format.fileSize(file.size)}
      actions={
        <RowAction
          title={translate('imports.remove')}
          label={translate('imports.removeFile', { name: file.name })}
          onClick={onRemove}
        >
          <CloseIcon />
        </RowAction>
      }
    />
  );
}

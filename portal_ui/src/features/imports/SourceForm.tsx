import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEvent, useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { type Run, type Source, startRun } from '../../api/imports';
import { DropZone } from '../../core/files/DropZone';
import { FileList, FileRow, RowAction } from '../../core/files/FileRow';
import { usePastedFiles } from '../../core/files/fileDropAndPaste';
import { SaveErrorAlert } from '../../core/forms/SaveErrorAlert';
import { isRetryable, type SaveError } from '../../core/forms/saveError';
import { useUnsavedForm } from '../../core/forms/unsavedForms';
import { useFormat } from '../../core/i18n/format';
import { ProgressMeter } from './ProgressMeter';
import { ARCHIVE_EXTENSION, getRejection, partitionSources, SPREADSHEET_EXTENSIONS } from './sources';
import { toCallError, useSetRun } from './useRun';

interface SourceFormProps {
  target: string;
  maxBytes: number;
  /** True to show the paste field first, if pasting is the usual way. */
  pasteFirst?: boolean;
  /** Help text below the paste field. */
  pasteHelp?: string;
  /** True if rows may have images. */
  acceptsPictures?: boolean;
  onStarted: (run: Run) => void;
}

/** Form to start an import from a file or pasted cells. A dropped, chosen or pasted file is uploaded immediately. */
export function SourceForm(props: SourceFormProps) {
  const { target, maxBytes, pasteFirst = false, pasteHelp, acceptsPictures = false, onStarted } = props;
  const translate = useTranslate();
  const format = useFormat();
  const pasteId = useId();
  const choose = useRef<HTMLButtonElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [pictures, setPictures] = useState<File | null>(null);
  const [text, setText] = useState('');
  const [rejection, setRejection] = useState<string | null>(null);
  const { start, cancel, sent, problem, clearProblem } = useStartRun(target, onStarted);
  const busy = sent !== null;
  const pasted = text.trim() !== '';
  useUnsavedForm({ dirty: pasted && !busy, discard: useEvent(() => setText('')) });

  const handleFiles = (files: File[]) => {
    if (busy || files.length === 0) return;
    const chosen = partitionSources(files, acceptsPictures);
    chosen.pictures ??= pictures;
    const rejected = getRejection(chosen, maxBytes);
    setRejection(
      rejected &&
        translate(`imports.refused.${rejected.reason}`, { name: rejected.name, size: format.fileSize(maxBytes) }),
    );
    if (rejected) return;
    clearProblem();
    setPictures(chosen.pictures);
    if (!chosen.file) return;
    setFile(chosen.file);
    void start({ file: chosen.file, pictures: chosen.pictures });
  };
  usePastedFiles(handleFiles, !busy);
  const remove = (set: (file: null) => void) => {
    set(null);
    choose.current?.focus();
  };
  const source: Source | null = file ? { file, pictures } : pasted ? { text } : null;
  const begin = () => source && void start(source);

  if (busy) {
    return (
      <ProgressMeter
        label={translate(file ? 'imports.sending' : 'imports.sendingText', { name: file?.name ?? '' })}
        share={file ? sent : null}
        onCancel={cancel}
      />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <Box sx={{ display: 'grid', gap: 1, alignContent: 'start' }}>
          <Typography variant="subtitle1" component="h2">
            {translate(pasteFirst ? 'imports.orFile' : 'imports.file')}
          </Typography>
          <DropZone
            accept={acceptsPictures ? `${SPREADSHEET_EXTENSIONS},${ARCHIVE_EXTENSION}` : SPREADSHEET_EXTENSIONS}
            labels={{ choose: translate('imports.choose'), drop: translate('imports.drop') }}
            limit={translate('imports.limit', { size: format.fileSize(maxBytes) })}
            maxFiles={acceptsPictures ? 2 : 1}
            describedBy={undefined}
            onFiles={handleFiles}
            button={choose}
          />
          <FileList>
            {file && <ChosenFile file={file} onRemove={() => remove(setFile)} />}
            {pictures && <ChosenFile file={pictures} onRemove={() => remove(setPictures)} />}
          </FileList>
          {acceptsPictures && (
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
              {translate(pictures && !file ? 'imports.waiting' : 'imports.pictures', { name: pictures?.name ?? '' })}
            </Typography>
          )}
        </Box>
        <Box sx={{ display: 'grid', gap: 1, alignContent: 'start', order: pasteFirst ? -1 : 0 }}>
          <Typography variant="subtitle1" component="h2">
            <label htmlFor={pasteId}>{translate(pasteFirst ? 'imports.pasteHere' : 'imports.paste')}</label>
          </Typography>
          <TextField
            id={pasteId}
            multiline
            minRows={6}
            maxRows={12}
            value={text}
            disabled={file !== null}
            helperText={pasteHelp ?? translate('imports.pasteHelp')}
            autoFocus={pasteFirst}
            onChange={(event) => setText(event.target.value)}
            slotProps={{ htmlInput: { spellCheck: false, wrap: 'off' } }}
          />
        </Box>
      </Box>
      <Box role="alert">
        {rejection && <SaveErrorAlert problem={{ kind: 'refused', message: rejection, details: [] }} />}
      </Box>
      <SaveErrorAlert
        problem={problem}
        keptKey="imports.sourceKept"
        onRetry={isRetryable(problem) ? begin : undefined}
        onClose={clearProblem}
      />
      <Box sx={{ display: 'flex', justifyContent: 'end' }}>
        <Button variant="contained" color="primary" disabled={!source} onClick={begin}>
          {translate(pasted && !file ? 'imports.readText' : 'imports.readFile')}
        </Button>
      </Box>
    </Box>
  );
}

/** Row of a chosen file that is not uploaded yet. */
function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
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

/** Start an import; keep the chosen file or pasted cells if the request fails. */
function useStartRun(target: string, onStarted: (run: Run) => void) {
  const setRun = useSetRun();
  /** Uploaded share, 0 to 1; null while no upload is running. */
  const [sent, setSent] = useState<number | null>(null);
  const [problem, setProblem] = useState<SaveError | null>(null);
  const last = useRef<AbortController | null>(null);
  useEffect(() => () => last.current?.abort(), []);

  const start = useEvent(async (source: Source) => {
    const controller = new AbortController();
    last.current = controller;
    setSent(0);
    setProblem(null);
    try {
      const run = await startRun(target, source, controller.signal, setSent);
      setRun(run);
      onStarted(run);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(toCallError(error));
    } finally {
      if (last.current === controller) setSent(null);
    }
  });
  const cancel = () => last.current?.abort();
  return { start, cancel, sent, problem, clearProblem: () => setProblem(null) };
}

